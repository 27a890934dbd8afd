import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deleteKey } from "@/lib/domain/accounts/delete-key";
import { listKeys } from "@/lib/domain/accounts/list-keys";
import { hashSecret } from "@/lib/domain/accounts/secrets";
import { Prisma } from "@/lib/generated/prisma/client";
import { isDomainError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import type { GeneratedWorld } from "@/lib/tools/testing/generated/rows";
import { storeWorld } from "@/lib/tools/testing/generated/store-world";
import {
	keyVisible,
	organizationVisible,
	personVisible,
	sourceUsable,
	sourceUsableBy,
} from "@/lib/tools/testing/generated/visibility";
import { generatedWorld } from "@/lib/tools/testing/generated/world";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { usableSources, usableSourcesOf } from "./access";
import {
	visibleKeys,
	visibleKeysSql,
	visibleOrganizations,
	visibleOrganizationsSql,
	visiblePeople,
	visiblePeopleSql,
} from "./people";
import type { Principal } from "./principal";

/** The users with withdrawn keys, and the organizations of each inventory source. */
const draft = fc.record({
	world: generatedWorld,
	withdrawn: fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
	grants: fc.array(fc.subarray([0, 1, 2, 3]), { minLength: 1, maxLength: 6 }),
});
type Draft = typeof draft extends fc.Arbitrary<infer Value> ? Value : never;

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();
const select = { id: true } as const;

describe.each(testDatabaseKinds())("rules about people, keys and sources on %s", (kind) => {
	let service: TestService;
	beforeAll(async () => {
		service = await createTestService(kind);
	});
	afterAll(() => service.drop());

	/**
	 * Stores two keys of every user, and the sources.
	 * @returns their rows as the predicates read them
	 */
	async function store({ world, withdrawn, grants }: Draft) {
		await storeWorld(service, world);
		await service.prisma.inventorySource.deleteMany();
		const keys = [...world.users, ...world.users].map((user, number) => ({
			id: crypto.randomUUID(),
			user,
			revokedAt: withdrawn[number % withdrawn.length] ? service.now() : null,
		}));
		await service.prisma.apiKey.createMany({
			data: keys.map(({ id, user, revokedAt }) => ({
				id,
				userId: user.id,
				issuedById: user.id,
				label: "x",
				prefix: "tsk_x",
				secretHash: hashSecret(id),
				scopes: ["manage"],
				revokedAt,
			})),
		});
		const sources = grants.map((numbers) => ({
			id: crypto.randomUUID(),
			organizationIds: numbers.map((number) => world.organizations[number]?.id ?? ""),
		}));
		for (const { id, organizationIds } of sources) {
			await service.prisma.inventorySource.create({
				data: {
					id,
					slug: id,
					name: "x",
					organizations: { create: organizationIds.map((organizationId) => ({ organizationId })) },
				},
			});
		}
		return { keys, sources };
	}

	const sourceIds = (condition: Prisma.Sql) =>
		service.prisma.$queryRaw<{ id: string }[]>(Prisma.sql`SELECT id FROM inventory_sources WHERE ${condition}`);

	const rowsOf = (from: Prisma.Sql, condition: Prisma.Sql) =>
		service.prisma.$queryRaw<{ id: string }[]>(Prisma.sql`SELECT id FROM ${from} WHERE ${condition}`);

	async function bothWays(world: GeneratedWorld, stored: Awaited<ReturnType<typeof store>>, principal: Principal) {
		const { prisma } = service;
		const { organizationId } = principal;
		const filters = {
			people: ids(await prisma.user.findMany({ where: visiblePeople(principal), select })),
			organizations: ids(await prisma.organization.findMany({ where: visibleOrganizations(principal), select })),
			listedPeople: ids(await rowsOf(Prisma.sql`users u`, visiblePeopleSql(principal))),
			listedOrganizations: ids(await rowsOf(Prisma.sql`organizations o`, visibleOrganizationsSql(principal))),
			keys: ids(await prisma.apiKey.findMany({ where: visibleKeys(principal), select })),
			listedKeys: ids(await rowsOf(Prisma.sql`api_keys k`, visibleKeysSql(principal))),
			sources: ids(await sourceIds(usableSources(principal))),
			sourcesOfOrganization: ids(await sourceIds(usableSourcesOf(organizationId))),
		};
		const predicates: typeof filters = {
			people: ids(world.users.filter((user) => personVisible(principal, user))),
			organizations: ids(world.organizations.filter((row) => organizationVisible(principal, row))),
			listedPeople: ids(world.users.filter((user) => personVisible(principal, user))),
			listedOrganizations: ids(world.organizations.filter((row) => organizationVisible(principal, row))),
			keys: ids(stored.keys.filter((key) => keyVisible(principal, key))),
			listedKeys: ids(stored.keys.filter((key) => keyVisible(principal, key))),
			sources: ids(stored.sources.filter((source) => sourceUsable(principal, source))),
			sourcesOfOrganization: ids(stored.sources.filter((source) => sourceUsableBy(organizationId, source))),
		};
		return { filters, predicates };
	}

	test("filters and predicates agree on every row, for every role and narrowing", { timeout: 120_000 }, async () => {
		await fc.assert(
			fc.asyncProperty(draft, async (drafted) => {
				const stored = await store(drafted);
				for (const principal of drafted.world.principals) {
					const { filters, predicates } = await bothWays(drafted.world, stored, principal);
					expect(filters, `${principal.role} of ${principal.organizationSlug}`).toEqual(predicates);
				}
			}),
			{ numRuns: 15, seed: 20_261_121 },
		);
	});

	test("exactly the listed keys can be changed one by one", async () => {
		const [drafted] = fc.sample(draft, { numRuns: 1, seed: 20_261_121 });
		if (drafted === undefined) throw new Error("the generated world must exist");
		const { keys } = await store(drafted);
		// No key has this revision: the key is found, and stays unchanged.
		const reach = (principal: Principal, id: string) =>
			deleteKey(service, principal, id, { revision: 0 }).catch((thrown: unknown) => {
				if (isDomainError(thrown)) return thrown.kind;
				throw thrown;
			});
		for (const principal of drafted.world.principals) {
			const reached: { id: string }[] = [];
			for (const key of keys) if ((await reach(principal, key.id)) !== "NotFound") reached.push(key);
			const { rows, total } = await listKeys(service, principal, { limit: 500, offset: 0 });
			expect([ids(rows), rows.length]).toEqual([ids(reached), total]);
		}
	});
});
