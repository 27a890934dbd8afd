import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEPLOYMENT_STATUS_FILTERS, type DeploymentStatusFilter, listBuildsParameters } from "@/lib/contract/build";
import type { Principal } from "@/lib/domain/access/principal";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { searchedDesign } from "@/lib/tools/testing/generated/attributes";
import {
	asSent,
	inOrder,
	type PagedQuery,
	pagedQuery,
	pageOf,
	passes,
	sizeBounds,
} from "@/lib/tools/testing/generated/query";
import { builtDesigns, hasDeploymentStatus, type VisibleDesign } from "@/lib/tools/testing/generated/reference-builds";
import type { GeneratedWorld } from "@/lib/tools/testing/generated/rows";
import { indexWorld, storeWorld } from "@/lib/tools/testing/generated/store-world";
import { generatedWorld, largeWorld } from "@/lib/tools/testing/generated/world";
import { isFullSize, runs } from "@/lib/tools/testing/runs";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { listBuilds } from "./list-builds";

const SEED = 20_261_121;
const WORLDS = isFullSize ? 10 : 4;
const STATUS_CASES = runs(2_000);
const STATUS_CASES_PER_WORLD = STATUS_CASES / WORLDS;
const OTHER_CASES_PER_WORLD = runs(600) / WORLDS;
/** Queries at once: a server answers them on several connections, and planning them takes time. */
const AT_ONCE = 5;

const SORTS = {
	build_date: ({ builds: [newest] }: VisibleDesign) => newest.completed_at.getTime(),
	requested_at: ({ builds: [newest] }: VisibleDesign) => newest.requested_at.getTime(),
	last_build_size: ({ builds: [newest] }: VisibleDesign) => newest.size,
};

interface BuildQuery extends PagedQuery {
	readonly deployment_status?: readonly DeploymentStatusFilter[] | undefined;
	readonly deployment_target?: readonly string[] | undefined;
	readonly min_size?: number | undefined;
	readonly max_size?: number | undefined;
	readonly sort?: keyof typeof SORTS | undefined;
}

const EVERYTHING: PagedQuery = { order: "desc", limit: 500, offset: 0 };

type Value<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Generated> ? Generated : never;

const together = <Query>(query: fc.Arbitrary<Query>) => fc.array(query, { minLength: AT_ONCE, maxLength: AT_ONCE });

describe.each(testDatabaseKinds())("List Builds against brute force on %s", (kind) => {
	let service: TestService;
	beforeAll(async () => {
		service = await createTestService(kind);
	});
	afterAll(() => service.drop());

	const built = new WeakMap<Principal, VisibleDesign[]>();
	function expected(world: GeneratedWorld, principal: Principal, query: BuildQuery): VisibleDesign[] {
		const seen = built.get(principal) ?? builtDesigns(world, principal);
		built.set(principal, seen);
		const { deployment_status: statuses, min_size = 0, max_size = Number.POSITIVE_INFINITY } = query;
		const rows = seen.filter((row) => {
			const [newest] = row.builds;
			return (
				passes(query, { ...row.design, ...searchedDesign(world, principal, row.design) }) &&
				newest.size >= min_size &&
				newest.size <= max_size &&
				(statuses === undefined || hasDeploymentStatus(world, principal, row, statuses, query.deployment_target))
			);
		});
		return inOrder(rows, SORTS[query.sort ?? "build_date"], query.order);
	}

	/**
	 * Compares the service with brute force.
	 * @returns the number of rows
	 */
	async function compare(world: GeneratedWorld, principal: Principal, query: BuildQuery): Promise<number> {
		const { search, ...parameters } = query;
		const filter = listBuildsParameters.parse(asSent({ ...parameters, q: search?.q }));
		const { rows, total } = await listBuilds(service, principal, filter);
		const wanted = expected(world, principal, query);
		expect({ ids: rows.map(({ id }) => id), total }).toEqual(pageOf(query, wanted));
		for (const row of rows) {
			const seen = wanted.find(({ id }) => id === row.id);
			expect(row.builds.map(({ id }) => id)).toEqual(seen?.builds.map(({ id }) => id));
			expect(row.last_build_id).toBe(seen?.builds[0].id);
			expect(row.deployments.map(({ id }) => id).sort()).toEqual(seen?.deployments.map(({ id }) => id).sort());
		}
		return total;
	}

	const slugsOf = (world: GeneratedWorld) => [
		...new Set([...world.targets, ...world.organizations].map(({ slug }) => slug)),
		"nobody",
	];
	const worlds = () => fc.sample(generatedWorld, { numRuns: WORLDS, seed: SEED });

	test("deployment_status, alone and combined, with and without deployment_target", async () => {
		const found: Record<string, number> = {};
		let cases = 0;
		for (const [index, world] of worlds().entries()) {
			await storeWorld(service, world);
			const query = fc.record({
				principal: fc.constantFrom(...world.principals),
				deployment_status: fc.oneof(
					fc.constantFrom(...DEPLOYMENT_STATUS_FILTERS).map((status) => [status]),
					fc.shuffledSubarray([...DEPLOYMENT_STATUS_FILTERS], { minLength: 1 }),
				),
				deployment_target: fc.option(fc.shuffledSubarray(slugsOf(world), { minLength: 1, maxLength: 3 }), {
					freq: 2,
					nil: undefined,
				}),
			});
			const ask = async ({ principal, ...filter }: Value<typeof query>) => {
				cases += 1;
				const total = await compare(world, principal, { ...EVERYTHING, ...filter });
				if (filter.deployment_status.length > 1 || total === 0) return;
				const name = `${filter.deployment_status[0]} ${filter.deployment_target === undefined ? "anywhere" : "on named"}`;
				found[name] = (found[name] ?? 0) + 1;
			};
			await fc.assert(
				fc.asyncProperty(together(query), async (asked) => {
					await Promise.all(asked.map(ask));
				}),
				{ numRuns: STATUS_CASES_PER_WORLD / AT_ONCE, seed: SEED + index },
			);
		}
		expect(cases).toBeGreaterThanOrEqual(STATUS_CASES);
		// Filters must have matched something, with and without a target, or the comparison proves
		// little.
		if (!isFullSize) return expect(Object.keys(found).length).toBeGreaterThan(DEPLOYMENT_STATUS_FILTERS.length);
		for (const status of DEPLOYMENT_STATUS_FILTERS) {
			for (const where of ["anywhere", "on named"]) {
				expect(found[`${status} ${where}`] ?? 0, `${status} ${where}`).toBeGreaterThanOrEqual(10);
			}
		}
	});

	test("every other parameter with them, totals and pages", async () => {
		for (const [index, world] of worlds().entries()) {
			await storeWorld(service, world);
			await indexWorld(service, world);
			const own = fc.record(
				{
					deployment_status: fc.shuffledSubarray([...DEPLOYMENT_STATUS_FILTERS], { minLength: 1 }),
					// Ignored without deployment_status.
					deployment_target: fc.shuffledSubarray(slugsOf(world), { minLength: 1 }),
					sort: fc.constantFrom("build_date" as const, "requested_at" as const, "last_build_size" as const),
				},
				{ requiredKeys: [] },
			);
			const query = fc.tuple(
				fc.constantFrom(...world.principals),
				pagedQuery(world.designs.map(({ id }) => id)),
				sizeBounds,
				own,
			);
			await fc.assert(
				fc.asyncProperty(together(query), async (asked) => {
					await Promise.all(
						asked.map(([principal, paged, sizes, rest]) => compare(world, principal, { ...paged, ...sizes, ...rest })),
					);
				}),
				{ numRuns: OTHER_CASES_PER_WORLD / AT_ONCE, seed: SEED + index },
			);
		}
	});

	test("pages follow each other without gaps or repeats for each sort, both ways", async () => {
		const world = largeWorld(SEED);
		await storeWorld(service, world);
		const seenBy = (principal: Principal) => builtDesigns(world, principal).length;
		const principals = [...world.principals].sort((a, b) => seenBy(b) - seenBy(a)).slice(0, 4);
		expect(principals.map(seenBy).filter((seen) => seen >= 6)).toHaveLength(4);
		for (const principal of principals) {
			for (const sort of Object.keys(SORTS) as (keyof typeof SORTS)[]) {
				for (const order of ["asc", "desc"] as const) {
					const wanted = expected(world, principal, { ...EVERYTHING, sort, order });
					const walked: string[] = [];
					for (let offset = 0; offset < wanted.length; offset += 2) {
						const { rows } = await listBuilds(service, principal, { sort, order, limit: 2, offset });
						walked.push(...rows.map(({ id }) => id));
					}
					expect(walked, `${sort} ${order}`).toEqual(wanted.map(({ id }) => id));
				}
			}
		}
	});
});
