import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listDesignsParameters } from "@/lib/contract/design-bodies";
import { designVisibility } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { designAttributes, searchedDesign } from "@/lib/tools/testing/generated/attributes";
import { asSent, inOrder, type PagedQuery, pagedQuery, pageOf, passes } from "@/lib/tools/testing/generated/query";
import type { GeneratedWorld, WorldDesign } from "@/lib/tools/testing/generated/rows";
import { indexWorld, storeWorld } from "@/lib/tools/testing/generated/store-world";
import { generatedWorld, largeWorld } from "@/lib/tools/testing/generated/world";
import { runs } from "@/lib/tools/testing/runs";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { listDesigns } from "./list-designs";

const SEED = 20_261_121;
const WORLDS = runs(8);
const CASES_PER_WORLD = 80;

interface DesignQuery extends PagedQuery {
	readonly owner?: string | undefined;
	readonly owner_org_id?: string | undefined;
}

describe.each(testDatabaseKinds())("List Designs against brute force on %s", (kind) => {
	let service: TestService;
	beforeAll(async () => {
		service = await createTestService(kind);
	});
	afterAll(() => service.drop());

	function expected(world: GeneratedWorld, principal: Principal, query: DesignQuery): WorldDesign[] {
		const rows = world.designs.filter(
			(design) =>
				designVisibility(principal, designAttributes(world, design)) !== "none" &&
				passes(query, { ...design, ...searchedDesign(world, principal, design) }) &&
				(query.owner === undefined || query.owner.toLowerCase() === design.owner_id) &&
				(query.owner_org_id === undefined || query.owner_org_id.toLowerCase() === design.owner_org_id),
		);
		return inOrder(rows, ({ updated_at: updatedAt }) => updatedAt.getTime(), query.order);
	}

	async function list(principal: Principal, { search, ...parameters }: DesignQuery) {
		const filter = listDesignsParameters.parse(asSent({ ...parameters, q: search?.q }));
		const { rows, total } = await listDesigns(service, principal, filter);
		return { ids: rows.map(({ id }) => id), total };
	}

	test("every parameter, alone and combined, totals and pages", async () => {
		for (const [index, world] of fc.sample(generatedWorld, { numRuns: WORLDS, seed: SEED }).entries()) {
			await storeWorld(service, world);
			await indexWorld(service, world);
			const own = fc.record(
				{
					owner: fc.constantFrom(...world.users.map(({ id }) => id.toUpperCase()), world.organizations[0]?.id ?? ""),
					owner_org_id: fc.constantFrom(...world.organizations.map(({ id }) => id)),
				},
				{ requiredKeys: [] },
			);
			await fc.assert(
				fc.asyncProperty(
					fc.constantFrom(...world.principals),
					pagedQuery(world.designs.map(({ id }) => id)),
					own,
					async (principal, paged, rest) => {
						const query = { ...paged, ...rest };
						expect(await list(principal, query)).toEqual(pageOf(query, expected(world, principal, query)));
					},
				),
				{ numRuns: CASES_PER_WORLD, seed: SEED + index },
			);
		}
	});

	test("pages of every size follow each other without gaps or repeats under equal sort keys", async () => {
		const world = largeWorld(SEED);
		const instant = new Date(Date.UTC(2026, 4, 1));
		const equal = { ...world, designs: world.designs.map((design) => ({ ...design, updated_at: instant })) };
		await storeWorld(service, equal);
		for (const principal of equal.principals) {
			for (const order of ["asc", "desc"] as const) {
				const whole = await list(principal, { order, limit: 500, offset: 0 });
				for (const limit of [1, 2, 5]) {
					const walked: string[] = [];
					for (let offset = 0; offset < whole.total; offset += limit) {
						walked.push(...(await list(principal, { order, limit, offset })).ids);
					}
					expect(walked).toEqual(whole.ids);
				}
				expect(whole.ids).toEqual([...whole.ids].sort());
			}
		}
	});
});
