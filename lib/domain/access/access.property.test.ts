import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findBuildFile } from "@/lib/domain/builds/find-build-file";
import { listBuilds } from "@/lib/domain/builds/list-builds";
import { listDesignBuilds } from "@/lib/domain/builds/list-design-builds";
import { findDeploymentOrThrow } from "@/lib/domain/deployments/find-deployment";
import { listDeploymentDetails } from "@/lib/domain/deployments/list-deployment-details";
import { listDeployments } from "@/lib/domain/deployments/list-deployments";
import { getDesign } from "@/lib/domain/designs/get-design";
import { listDesigns } from "@/lib/domain/designs/list-designs";
import { listTargets } from "@/lib/domain/targets/list-targets";
import { Prisma } from "@/lib/generated/prisma/client";
import { isDomainError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { buildAttributes, deploymentAttributes, designAttributes } from "@/lib/tools/testing/generated/attributes";
import type { GeneratedWorld } from "@/lib/tools/testing/generated/rows";
import { storeWorld } from "@/lib/tools/testing/generated/store-world";
import { buildVisible, deploymentVisibility, targetVisible } from "@/lib/tools/testing/generated/visibility";
import { generatedWorld } from "@/lib/tools/testing/generated/world";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import {
	acceptingTargets,
	administeredDeployments,
	designVisibility,
	directlyVisibleDesigns,
	mayAdministerTarget,
	mayCancelDeployment,
	mayEditDesign,
	mayRequestDeployment,
	mayShareDesign,
	targetAccepts,
	visibleBuilds,
	visibleDeploymentRecords,
	visibleDeployments,
	visibleDesigns,
	visibleTargets,
} from "./access";
import type { Principal } from "./principal";

const EVERYTHING = { limit: 500, offset: 0, order: "desc" } as const;
const DEPLOYMENTS = { ...EVERYTHING, sort: "updated_at" } as const;

describe.each(testDatabaseKinds())("access rules on %s", (kind) => {
	let service: TestService;
	beforeAll(async () => {
		service = await createTestService(kind);
	});
	afterAll(() => service.drop());

	async function idsOf(query: Prisma.Sql): Promise<string[]> {
		return (await service.prisma.$queryRaw<{ id: string }[]>(query)).map(({ id }) => id).sort();
	}

	const deploymentsJoined = Prisma.sql`SELECT deployments.id FROM deployments
		JOIN designs ON designs.id = deployments.design_id JOIN targets ON targets.id = deployments.target_id WHERE `;

	/** Rows by the filters and by the predicates. */
	async function bothWays(world: GeneratedWorld, principal: Principal) {
		const where = <Row extends { id: string }>(rows: readonly Row[], seen: (row: Row) => boolean) =>
			rows
				.filter(seen)
				.map(({ id }) => id)
				.sort();
		const visibility = (row: GeneratedWorld["designs"][number]) =>
			designVisibility(principal, designAttributes(world, row));
		const listed = (row: GeneratedWorld["deployments"][number]) =>
			deploymentVisibility(principal, deploymentAttributes(world, row));
		const filters = {
			visibleDesigns: await idsOf(Prisma.sql`SELECT designs.id FROM designs WHERE ${visibleDesigns(principal)}`),
			directlyVisibleDesigns: await idsOf(
				Prisma.sql`SELECT designs.id FROM designs WHERE ${directlyVisibleDesigns(principal)}`,
			),
			visibleDeployments: await idsOf(Prisma.sql`${deploymentsJoined} ${visibleDeployments(principal)}`),
			visibleDeploymentRecords: await idsOf(Prisma.sql`${deploymentsJoined} ${visibleDeploymentRecords(principal)}`),
			administeredDeployments: await idsOf(Prisma.sql`${deploymentsJoined} ${administeredDeployments(principal)}`),
			visibleBuilds: await idsOf(
				Prisma.sql`SELECT builds.id FROM builds JOIN designs ON designs.id = builds.design_id WHERE ${visibleBuilds(principal)}`,
			),
			visibleTargets: await idsOf(Prisma.sql`SELECT targets.id FROM targets WHERE ${visibleTargets(principal)}`),
			acceptingTargets: await idsOf(Prisma.sql`SELECT targets.id FROM targets WHERE ${acceptingTargets(principal)}`),
		};
		const predicates: typeof filters = {
			visibleDesigns: where(world.designs, (row) => visibility(row) !== "none"),
			directlyVisibleDesigns: where(world.designs, (row) => visibility(row) === "direct"),
			visibleDeployments: where(world.deployments, (row) => listed(row) === "listed"),
			visibleDeploymentRecords: where(world.deployments, (row) => listed(row) !== "none"),
			administeredDeployments: where(world.deployments, ({ target }) => mayAdministerTarget(principal, target)),
			visibleBuilds: where(world.builds, (row) => buildVisible(principal, buildAttributes(world, row))),
			visibleTargets: where(world.targets, (row) => targetVisible(principal, row)),
			acceptingTargets: where(world.targets, (row) => targetAccepts(principal, row)),
		};
		return { filters, predicates };
	}

	test("filters and predicates agree on every row, for every role and narrowing", { timeout: 120_000 }, async () => {
		await fc.assert(
			fc.asyncProperty(generatedWorld, async (world) => {
				await storeWorld(service, world);
				for (const principal of world.principals) {
					const { filters, predicates } = await bothWays(world, principal);
					expect(filters, describePrincipal(principal)).toEqual(predicates);
				}
			}),
			{ numRuns: 20, seed: 20_261_121 },
		);
	});

	test("every right requires visibility", () => {
		fc.assert(
			fc.property(generatedWorld, (world) => {
				for (const principal of world.principals) {
					for (const design of world.designs) {
						const attributes = designAttributes(world, design);
						const rights = [mayEditDesign, mayShareDesign, mayRequestDeployment].map((may) =>
							may(principal, attributes),
						);
						if (rights.includes(true)) expect(designVisibility(principal, attributes)).toBe("direct");
					}
					for (const deployment of world.deployments) {
						const attributes = deploymentAttributes(world, deployment);
						if (deployment.status === "requested" && mayCancelDeployment(principal, attributes)) {
							expect(deploymentVisibility(principal, attributes)).toBe("listed");
						}
					}
				}
				expect(world.principals.length).toBeGreaterThan(0);
			}),
			{ numRuns: 50, seed: 20_261_121 },
		);
	});

	/** The ids among `all` that the operation finds. */
	async function found(all: readonly { id: string }[], read: (id: string) => Promise<unknown>): Promise<string[]> {
		const ids: string[] = [];
		for (const { id } of all) {
			const outcome = await read(id).then(
				() => "seen",
				(thrown: unknown) => {
					if (isDomainError(thrown)) return thrown.kind;
					throw thrown;
				},
			);
			if (outcome !== "NotFound") ids.push(id);
		}
		return ids.sort();
	}

	test("exactly the listed rows can be read one by one", {
		timeout: 120_000,
	}, async () => {
		await fc.assert(
			fc.asyncProperty(generatedWorld, async (world) => {
				await storeWorld(service, world);
				for (const principal of world.principals.filter(({ mayManage }) => mayManage)) {
					const ids = (page: { rows: readonly { id: string }[]; total: number }) => {
						expect(page.rows).toHaveLength(page.total);
						return page.rows.map(({ id }) => id).sort();
					};
					const designs = ids(await listDesigns(service, principal, EVERYTHING));
					expect(await found(world.designs, (id) => getDesign(service, principal, id))).toEqual(designs);

					const records = ids(await listDeploymentDetails(service, principal, DEPLOYMENTS));
					const read = (id: string) => findDeploymentOrThrow(service.prisma, principal, id);
					expect(await found(world.deployments, read)).toEqual(records);
					const listed = ids(await listDeployments(service, principal, DEPLOYMENTS));
					const kept = world.deployments.filter(({ status }) => status === "cancelled" || status === "rejected");
					expect(listed).toEqual(records.filter((id) => kept.every((row) => row.id !== id)));

					const rows = (await listBuilds(service, principal, EVERYTHING)).rows;
					const builds = rows.flatMap((row) => row.builds.map(({ id }) => id)).sort();
					expect(await found(world.builds, (id) => findBuildFile(service, principal, id))).toEqual(builds);
					expect(rows.every(({ id }) => designs.includes(id))).toBe(true);
					for (const row of rows) {
						expect(row.deployments.filter(({ id }) => !listed.includes(id))).toEqual([]);
						const every = await listDesignBuilds(service, principal, row.id, { limit: 500, offset: 0 });
						const done = every.rows.filter(({ status }) => status === "done").map(({ id }) => id);
						expect(done.sort()).toEqual(row.builds.map(({ id }) => id).sort());
					}

					const targets = world.targets.filter((target) => targetVisible(principal, target));
					expect(ids(await listTargets(service, principal, { limit: 500, offset: 0 }))).toEqual(
						targets.map(({ id }) => id).sort(),
					);
				}
			}),
			{ numRuns: 3, seed: 20_261_121 },
		);
	});
});

function describePrincipal({ role, mayManage, organizationSlug }: Principal): string {
	return `${role} of ${organizationSlug}, ${mayManage ? "with" : "without"} manage`;
}
