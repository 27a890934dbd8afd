import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listBuildsParameters } from "@/lib/contract/build";
import { listDeploymentsParameters } from "@/lib/contract/deployment";
import { listDesignsParameters } from "@/lib/contract/design";
import { listBuilds } from "@/lib/domain/builds/list-builds";
import { activateDeployment } from "@/lib/domain/deployments/activate-deployment";
import { listDeployments } from "@/lib/domain/deployments/list-deployments";
import { requestDeployment } from "@/lib/domain/deployments/request-deployment";
import { listDesigns } from "@/lib/domain/designs/list-designs";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { completeABuild, createProximityDesign, createWorld, type World } from "@/lib/tools/testing/world";
import { addUpTallies } from "./tallies";

describe.each(testDatabaseKinds())("tallies on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	/** What was noted, beside what counting gives. */
	async function compared() {
		const tallied = await service.prisma.$queryRaw<{ noted: string; counted: string }[]>`
			SELECT (SELECT json_agg(t ORDER BY t)::text FROM (SELECT counted, owner_org_id, target_org_id, status::text, sum(change)::int
				FROM list_tallies GROUP BY 1, 2, 3, 4 HAVING sum(change) <> 0) t) AS noted,
			(SELECT json_agg(t ORDER BY t)::text FROM (
				SELECT 'designs' AS counted, owner_org_id, NULL::uuid AS target_org_id, NULL AS status, count(*)::int AS sum FROM designs GROUP BY 2
				UNION ALL SELECT 'built_designs', owner_org_id, NULL, NULL, count(*)::int FROM designs WHERE most_recent_build_id IS NOT NULL GROUP BY 2
				UNION ALL SELECT 'deployments', owner_org_id, target_org_id, status::text, count(*)::int FROM deployments GROUP BY 2, 3, 4) t) AS counted`;
		return tallied[0];
	}

	async function expectSame(): Promise<void> {
		const found = await compared();
		expect(found?.noted).toBe(found?.counted);
	}

	test("are what counting gives, after every kind of change, added up or not", async () => {
		const { id } = await createProximityDesign(service, world.designer);
		await expectSame();
		const buildId = await completeABuild(service, world.designer, id);
		await expectSame();
		const deployment = await requestDeployment(service, world.designer, buildId, { targetId: world.target.id });
		await expectSame();
		await addUpTallies(service.prisma);
		await expectSame();
		await activateDeployment(service, world.administrator, deployment.id);
		await expectSame();
		const { userId, organizationId } = world.outsider;
		await service.prisma.design.update({ where: { id }, data: { ownerId: userId, ownerOrgId: organizationId } });
		await expectSame();
		await service.prisma.deployment.deleteMany({ where: { designId: id } });
		await service.prisma.design.delete({ where: { id } });
		await expectSame();
		await addUpTallies(service.prisma);
		await expectSame();
	});

	test("a change that is taken back leaves nothing", async () => {
		const before = await compared();
		await service.prisma
			.$transaction(async (tx) => {
				await tx.$executeRaw`UPDATE designs SET most_recent_build_id = NULL`;
				await tx.$executeRaw`UPDATE deployments SET status = 'cancelled'`;
				throw new Error("taken back");
			})
			.catch(() => undefined);
		expect(await compared()).toEqual(before);
	});

	test("added up by several at once while others write, nothing is lost", async () => {
		const create = () => createProximityDesign(service, world.designer);
		await Promise.all(
			Array.from({ length: 24 }, (_, number) => (number % 3 === 0 ? addUpTallies(service.prisma) : create())),
		);
		await expectSame();
		await addUpTallies(service.prisma);
		await expectSame();
		const groups = await service.prisma.listTally.groupBy({
			by: ["counted", "ownerOrgId", "targetOrgId", "status"],
			_count: true,
		});
		expect(groups.every(({ _count }) => _count === 1)).toBe(true);
	});

	test("lists answer with them, for every role", async () => {
		const { id } = await createProximityDesign(service, world.designer);
		const buildId = await completeABuild(service, world.designer, id);
		await requestDeployment(service, world.designer, buildId, { targetId: world.target.id });
		for (const principal of [world.designer, world.administrator, world.operator, world.outsider]) {
			const designs = await listDesigns(service, principal, listDesignsParameters.parse({ limit: "500" }));
			expect(designs.total).toBe(designs.rows.length);
			const builds = await listBuilds(service, principal, listBuildsParameters.parse({ limit: "500" }));
			expect(builds.total).toBe(builds.rows.length);
			for (const status of [undefined, "requested", "activated", "requested,deactivated"]) {
				const sent = { limit: "500", ...(status === undefined ? {} : { status }) };
				const deployments = await listDeployments(service, principal, listDeploymentsParameters.parse(sent));
				expect(deployments.total).toBe(deployments.rows.length);
			}
		}
	});
});
