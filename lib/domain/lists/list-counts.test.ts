import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listBuildsParameters } from "@/lib/contract/build";
import { listDeploymentsParameters } from "@/lib/contract/deployment-list";
import { listDesignsParameters } from "@/lib/contract/design-bodies";
import { listBuilds } from "@/lib/domain/builds/list-builds";
import { listDeployments } from "@/lib/domain/deployments/lists/list-deployments";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { deactivateDeployment } from "@/lib/domain/deployments/transitions/deactivate-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { listDesigns } from "@/lib/domain/designs/list-designs";
import { WEB_JOBS } from "@/lib/processes/jobs/background-jobs";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { playBuild, playDesign } from "@/lib/tools/testing/fixtures/played";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { completeABuild, createProximityDesign, createWorld, type World } from "@/lib/tools/testing/world";
import { addUpListCounts } from "./list-counts";

describe.each(testDatabaseKinds())("counters of lists on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	/** The counters' values beside counts of the rows. */
	async function compared() {
		const found = await service.prisma.$queryRaw<{ noted: string; counted: string; kept: string; found: string }[]>`
			SELECT (SELECT json_agg(t ORDER BY t)::text FROM (
				SELECT list, owner_org_id, target_org_id, type::text, status, sum(change)::int AS sum
				FROM list_counts GROUP BY 1, 2, 3, 4, 5 HAVING sum(change) <> 0) t) AS noted,
			(SELECT json_agg(t ORDER BY t)::text FROM (
				SELECT 'designs' AS list, owner_org_id, NULL::uuid AS target_org_id, type::text, status::text, count(*)::int AS sum
				FROM designs GROUP BY 2, 4, 5
				UNION ALL SELECT 'builds', owner_org_id, NULL, type::text, NULL, count(*)::int
				FROM designs WHERE most_recent_build_id IS NOT NULL GROUP BY 2, 4
				UNION ALL SELECT 'deployed_designs', owner_org_id, NULL, type::text, status::text, count(DISTINCT design_id)::int
				FROM deployments WHERE status IN ('requested', 'activated', 'deactivated') GROUP BY 2, 4, 5
				UNION ALL SELECT 'design_targets', owner_org_id, target_org_id, type::text, NULL, count(DISTINCT design_id)::int
				FROM deployments GROUP BY 2, 3, 4
				UNION ALL SELECT 'deployments', owner_org_id, target_org_id, type::text, status::text, count(*)::int
				FROM deployments GROUP BY 2, 3, 4, 5) t) AS counted,
			(SELECT json_agg(g ORDER BY g)::text FROM (SELECT target_org_id, design_id, owner_org_id, type, build_id, build_date,
				build_request, build_size FROM design_targets) g) AS kept,
			(SELECT json_agg(g ORDER BY g)::text FROM (
				SELECT DISTINCT ON (x.target_org_id, x.design_id) x.target_org_id, x.design_id, x.owner_org_id, x.type, x.build_id,
					x.build_date, b.requested_at AS build_request, x.build_size
				FROM deployments x JOIN builds b ON b.id = x.build_id
				ORDER BY x.target_org_id, x.design_id, x.build_date DESC, x.build_id) g) AS found`;
		return found[0];
	}

	async function expectSame(): Promise<void> {
		const found = await compared();
		expect(found?.noted).toBe(found?.counted);
		expect(found?.kept).toBe(found?.found);
	}

	test("equal the number of rows after every kind of change, added up or not", async () => {
		const { id } = await playDesign(service, world.designer);
		await expectSame();
		const first = await playBuild(service, world.designer, id);
		await expectSame();
		const request = (buildId: string, targetId: string) =>
			requestDeployment(service, world.designer, buildId, { targetId });
		const deployment = await request(first, world.target.id);
		await request(first, world.secondTarget.id);
		await expectSame();
		await addUpListCounts(service);
		await expectSame();
		await activateDeployment(service, world.administrator, deployment.id);
		await expectSame();
		await request(await playBuild(service, world.designer, id), world.target.id);
		await expectSame();
		const { userId, organizationId } = world.outsider;
		await service.prisma.design.update({ where: { id }, data: { owner_id: userId, owner_org_id: organizationId } });
		await expectSame();
		await service.prisma.target.update({ where: { id: world.target.id }, data: { organization_id: organizationId } });
		await expectSame();
		await service.prisma.target.update({
			where: { id: world.target.id },
			data: { organization_id: world.administrator.organizationId },
		});
		await service.prisma.deployment.deleteMany({ where: { id: deployment.id } });
		await expectSame();
		await service.prisma.deployment.deleteMany({ where: { design_id: id } });
		await service.prisma.design.delete({ where: { id } });
		await expectSame();
		await addUpListCounts(service);
		await expectSame();
	});

	test("a change that is rolled back leaves no trace", async () => {
		const before = await compared();
		await service.prisma
			.$transaction(async (tx) => {
				await tx.$executeRaw`UPDATE designs SET status = 'failed'`;
				await tx.$executeRaw`UPDATE deployments SET status = 'cancelled'`;
				throw new Error("rolled back");
			})
			.catch(() => undefined);
		expect(await compared()).toEqual(before);
	});

	async function expectOneSumOfEachGroup(): Promise<void> {
		const groups = await service.prisma.listCount.groupBy({
			by: ["list", "owner_org_id", "target_org_id", "type", "status"],
			_count: true,
		});
		expect(groups.map((group) => group._count)).toEqual(groups.map(() => 1));
		expect(await service.prisma.listCount.count({ where: { summed: false } })).toBe(0);
	}

	test("concurrent additions and writes lose nothing, also beside version 1.0.0", async () => {
		const first = () => service.prisma.$executeRaw`
			WITH removed AS (DELETE FROM list_counts WHERE id IN (SELECT id FROM list_counts FOR UPDATE SKIP LOCKED) RETURNING *)
			INSERT INTO list_counts (list, owner_org_id, target_org_id, type, status, change)
			SELECT list, owner_org_id, target_org_id, type, status, sum(change) FROM removed
			GROUP BY list, owner_org_id, target_org_id, type, status HAVING sum(change) <> 0`;
		const work = [() => addUpListCounts(service), () => playDesign(service, world.designer), first];
		await Promise.all(Array.from({ length: 24 }, (_, number) => work[number % work.length]?.()));
		await expectSame();
		await WEB_JOBS.find(({ name }) => name === "sum list counters")?.run(service, new AbortController().signal);
		await expectSame();
		await expectOneSumOfEachGroup();
	});

	test("more changes than one statement takes are all added up", async () => {
		const { id } = await createProximityDesign(service, world.designer);
		const build = await completeABuild(service, world.designer, id);
		for (const target of [world.target, world.secondTarget])
			await requestDeployment(service, world.designer, build, { targetId: target.id });
		expect(await service.prisma.listCount.count({ where: { summed: false } })).toBeGreaterThan(4);
		await addUpListCounts(service, undefined, 2);
		await expectSame();
		await expectOneSumOfEachGroup();
	});

	test("a sum stays while nothing of its group changes", async () => {
		await addUpListCounts(service);
		const sumOf = (status: string) =>
			service.prisma.listCount.findMany({
				where: { list: "designs", owner_org_id: world.designer.organizationId, type: "proximity", status },
				select: { id: true, change: true },
			});
		const [before] = await sumOf("in_design");
		await addUpListCounts(service);
		expect(await sumOf("in_design")).toEqual([before]);
		await createProximityDesign(service, world.designer);
		await addUpListCounts(service);
		const after = await sumOf("in_design");
		expect(after.map(({ change }) => change)).toEqual([(before?.change ?? 0) + 1]);
		expect(after[0]?.id).not.toBe(before?.id);
		await addUpListCounts(service);
		expect(await sumOf("in_design")).toEqual(after);
	});

	test("concurrent decisions on deployments of one design count one deployed design", async () => {
		const { id } = await createProximityDesign(service, world.designer);
		const build = await completeABuild(service, world.designer, id);
		const targets = [world.target.id, world.secondTarget.id, world.otherTarget.id];
		const made = await Promise.all(
			targets.map((targetId) => requestDeployment(service, world.designer, build, { targetId })),
		);
		await expectSame();
		await Promise.all(made.map((row) => activateDeployment(service, world.operator, row.id)));
		await expectSame();
		await Promise.all(made.map((row) => deactivateDeployment(service, world.operator, row.id)));
		await expectSame();
		await Promise.all(made.map((row) => service.prisma.deployment.delete({ where: { id: row.id } })));
		await expectSame();
	});

	test("lists use them for every role", async () => {
		const { id } = await createProximityDesign(service, world.designer);
		const build = await completeABuild(service, world.designer, id);
		const { outsider } = world;
		const shared = await createProximityDesign(service, world.designer);
		await service.prisma.designCollaborator.create({
			data: { design_id: shared.id, type: "user", user_id: outsider.userId },
		});
		const first = await requestDeployment(service, world.designer, build, { targetId: world.target.id });
		await activateDeployment(service, world.administrator, first.id);
		for (const principal of [world.designer, world.administrator, world.operator, outsider]) {
			for (const type of [{}, { type: "proximity" }, { type: "audience" }]) {
				const sent = { limit: "500", ...type };
				const designs = await listDesigns(service, principal, listDesignsParameters.parse(sent));
				expect(designs.total).toBe(designs.rows.length);
				for (const deployment_status of [{}, { deployment_status: "activated" }, { deployment_status: "requested" }]) {
					const parameters = listBuildsParameters.parse({ ...sent, ...deployment_status });
					const builds = await listBuilds(service, principal, parameters);
					expect(builds.total).toBe(builds.rows.length);
				}
				for (const status of [{}, { status: "requested" }, { status: "requested,deactivated" }]) {
					const parameters = listDeploymentsParameters.parse({ ...sent, ...status });
					const deployments = await listDeployments(service, principal, parameters);
					expect(deployments.total).toBe(deployments.rows.length);
				}
			}
		}
		const total = async () => (await listDesigns(service, outsider, { order: "desc", limit: 0, offset: 0 })).total;
		const before = await total();
		await service.prisma.designCollaborator.deleteMany({ where: { design_id: shared.id } });
		expect(await total()).toBe(before - 1);
	});
});
