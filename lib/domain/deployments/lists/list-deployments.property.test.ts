import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEPLOYMENT_STATUSES, type DeploymentStatus, LISTED_STATUSES } from "@/lib/contract/deployment";
import { listDeploymentDetailsParameters, listDeploymentsParameters } from "@/lib/contract/deployment-list";
import type { Principal } from "@/lib/domain/access/principal";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { deploymentAttributes, searchedDeployment } from "@/lib/tools/testing/generated/attributes";
import { WORLD_EPOCH, WORLD_SECONDS, WORLD_TARGET_TYPES } from "@/lib/tools/testing/generated/draft";
import {
	asSent,
	bounds,
	inOrder,
	type PagedQuery,
	pagedQuery,
	pageOf,
	passes,
	sizeBounds,
} from "@/lib/tools/testing/generated/query";
import type { GeneratedWorld, WorldDeployment } from "@/lib/tools/testing/generated/rows";
import { indexWorld, storeWorld } from "@/lib/tools/testing/generated/store-world";
import { deploymentVisibility } from "@/lib/tools/testing/generated/visibility";
import { generatedWorld, largeWorld } from "@/lib/tools/testing/generated/world";
import { runs } from "@/lib/tools/testing/runs";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { listDeploymentDetails } from "./list-deployment-details";
import { listDeployments } from "./list-deployments";

const SEED = 20_261_121;
const WORLDS = runs(8);
const CASES_PER_WORLD = 80;

/** Null for a deployment that was never approved. */
const SORTS = {
	updated_at: ({ updated_at: updatedAt }: WorldDeployment) => updatedAt.getTime(),
	approved_at: ({ approved_at: approvedAt }: WorldDeployment) => approvedAt?.getTime() ?? null,
	build_date: ({ build }: WorldDeployment) => build.completed_at.getTime(),
	build_size: ({ build }: WorldDeployment) => build.size,
};
type Sort = keyof typeof SORTS;
const SORT_NAMES = Object.keys(SORTS) as Sort[];

interface DeploymentQuery extends PagedQuery {
	readonly status?: readonly DeploymentStatus[] | undefined;
	readonly target_type?: string | undefined;
	readonly min_size?: number | undefined;
	readonly max_size?: number | undefined;
	/** Epoch seconds. */
	readonly start_date?: number | undefined;
	readonly end_date?: number | undefined;
	readonly new_build?: boolean | undefined;
	readonly sort?: Sort | undefined;
}

const epochSecond = fc.integer({ min: -1, max: WORLD_SECONDS }).map((second) => WORLD_EPOCH / 1000 + second);
const dateBounds = bounds(epochSecond).map(([start_date, end_date]) => ({ start_date, end_date }));

const ownParameters = <const Status extends DeploymentStatus>(statuses: readonly Status[]) =>
	fc.record(
		{
			status: fc.shuffledSubarray([...statuses], { minLength: 1 }),
			target_type: fc.constantFrom(...WORLD_TARGET_TYPES, "unknown"),
			new_build: fc.boolean(),
			sort: fc.constantFrom(...SORT_NAMES),
		},
		{ requiredKeys: [] },
	);

describe.each(testDatabaseKinds())("List Deployments against brute force on %s", (kind) => {
	let service: TestService;
	beforeAll(async () => {
		service = await createTestService(kind);
	});
	afterAll(() => service.drop());

	/**
	 * @param records whether rejected and cancelled deployments count, as in the product API
	 */
	function expected(world: GeneratedWorld, principal: Principal, query: DeploymentQuery, records: boolean) {
		const rows = world.deployments.filter((row) => {
			const visibility = deploymentVisibility(principal, deploymentAttributes(world, row));
			return (visibility === "listed" || (records && visibility === "record")) && holds(world, principal, row, query);
		});
		return inOrder(rows, SORTS[query.sort ?? "updated_at"], query.order);
	}

	function holds(world: GeneratedWorld, principal: Principal, row: WorldDeployment, query: DeploymentQuery): boolean {
		const { min_size = 0, max_size = Number.POSITIVE_INFINITY, start_date, end_date } = query;
		const { id, design } = row;
		// A bound in seconds includes its second from the first to the last millisecond.
		const approved = row.approved_at === null ? null : Math.floor(row.approved_at.getTime() / 1000);
		return (
			passes(query, { id, type: design.type, ...searchedDeployment(world, principal, row) }) &&
			(query.status === undefined || query.status.includes(row.status)) &&
			(query.target_type === undefined || query.target_type === row.target.type) &&
			(query.new_build === undefined || query.new_build === row.build.is_first) &&
			row.build.size >= min_size &&
			row.build.size <= max_size &&
			(start_date === undefined || (approved !== null && approved >= start_date)) &&
			(end_date === undefined || (approved !== null && approved <= end_date))
		);
	}

	async function list(principal: Principal, { search, ...parameters }: DeploymentQuery) {
		const filter = listDeploymentsParameters.parse(asSent({ ...parameters, q: search?.q }));
		const { rows, total } = await listDeployments(service, principal, filter);
		return { ids: rows.map(({ id }) => id), total };
	}

	async function listRecords(principal: Principal, { search, ...parameters }: DeploymentQuery) {
		const filter = listDeploymentDetailsParameters.parse(asSent({ ...parameters, q: search?.q }));
		const { rows, total } = await listDeploymentDetails(service, principal, filter);
		return { ids: rows.map(({ id }) => id), total };
	}

	test("every parameter, alone and combined, totals and pages", async () => {
		for (const [index, world] of fc.sample(generatedWorld, { numRuns: WORLDS, seed: SEED }).entries()) {
			await storeWorld(service, world);
			await indexWorld(service, world);
			const shared = fc.record({
				principal: fc.constantFrom(...world.principals),
				paged: pagedQuery(world.deployments.map(({ id }) => id)),
				sizes: sizeBounds,
				dates: dateBounds,
			});
			await fc.assert(
				fc.asyncProperty(
					shared,
					ownParameters(LISTED_STATUSES),
					ownParameters(DEPLOYMENT_STATUSES),
					async ({ principal, paged, sizes, dates }, contract, product) => {
						const query: DeploymentQuery = { ...paged, ...sizes, ...dates, ...contract };
						const wanted = expected(world, principal, query, false);
						expect(await list(principal, query)).toEqual(pageOf(query, wanted));
						const every: DeploymentQuery = { ...paged, ...sizes, ...dates, ...product };
						const kept = expected(world, principal, every, true);
						expect(await listRecords(principal, every)).toEqual(pageOf(every, kept));
					},
				),
				{ numRuns: CASES_PER_WORLD, seed: SEED + index },
			);
		}
	});

	test("pages follow each other without gaps or repeats for each sort, both ways, nulls last", async () => {
		const world = largeWorld(SEED);
		await storeWorld(service, world);
		const everything = { sort: "approved_at", order: "desc", limit: 500, offset: 0 } as const;
		const seenBy = (principal: Principal) => expected(world, principal, everything, false).length;
		const principals = [...world.principals].sort((a, b) => seenBy(b) - seenBy(a)).slice(0, 4);
		expect(principals.map(seenBy).filter((seen) => seen >= 15)).toHaveLength(4);
		for (const principal of principals) {
			for (const [sort, order] of SORT_NAMES.flatMap((name) => [[name, "asc"] as const, [name, "desc"] as const])) {
				const wanted = expected(world, principal, { sort, order, limit: 500, offset: 0 }, false);
				const walked: string[] = [];
				const limit = 7;
				for (let offset = 0; offset === 0 || offset < wanted.length; offset += limit) {
					walked.push(...(await list(principal, { sort, order, limit, offset })).ids);
				}
				expect(walked, `${sort} ${order}`).toEqual(wanted.map(({ id }) => id));
				const keys = wanted.map(SORTS[sort]);
				const firstNull = keys.indexOf(null);
				if (sort === "approved_at") expect(firstNull).toBeGreaterThan(0);
				if (firstNull !== -1) expect(keys.slice(firstNull).every((key) => key === null)).toBe(true);
			}
		}
	});
});
