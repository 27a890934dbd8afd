import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deleteKey } from "@/lib/domain/accounts/keys/delete-key";
import { listKeys } from "@/lib/domain/accounts/keys/keys";
import { hashSecret } from "@/lib/domain/accounts/secrets";
import { Prisma } from "@/lib/generated/prisma/client";
import { isDomainError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { bothWays, type Rule } from "@/lib/tools/testing/generated/rows-by-filter";
import { storeWorld } from "@/lib/tools/testing/generated/store-world";
import {
	keyVisible,
	organizationVisible,
	personVisible,
	sourceUsable,
	sourceUsableBy,
} from "@/lib/tools/testing/generated/visibility";
import { mergedWorld } from "@/lib/tools/testing/generated/world";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import {
	ACTIVE_PEOPLE_SQL,
	administeringPeople,
	MAY_SIGN_IN,
	MAY_SIGN_IN_SQL,
	mayAdministerTarget,
	maySignIn,
	usableSources,
	usableSourcesOf,
	visibleViews,
	visibleWebhooksSql,
} from "./access";
import { loadPeople, namedPerson, nameOfUser, namePerson, withName } from "./load-people";
import {
	visibleKeysSql,
	visibleOrganizations,
	visibleOrganizationsSql,
	visiblePeople,
	visiblePeopleSql,
} from "./people";
import type { Principal } from "./principal";

const world = mergedWorld(20_261_127);
const { organizations, principals, targets } = world;
const users = world.users.map((user, number) => ({
	...user,
	disabled_at: number % 3 === 1 ? new Date(0) : null,
	password_hash: number % 4 < 2 ? "x" : null,
	oidc_issuer: number % 4 === 2 ? "https://issuer.example" : null,
}));
/** Two of every user, some withdrawn. */
const keys = [...users, ...users].map((user, number) => ({
	id: crypto.randomUUID(),
	user,
	revoked_at: number % 3 === 0 ? new Date(0) : null,
}));
const sources = [[], [0], [1, 2], [3], [0, 1, 2, 3], []].map((numbers) => ({
	id: crypto.randomUUID(),
	organizationIds: numbers.map((number) => organizations[number]?.id ?? ""),
}));
/** Two of every user: their own, and one that they share with the organization that they were in. */
const views = [...users, ...users].map((owner, number) => ({
	id: crypto.randomUUID(),
	owner_id: owner.id,
	organization_id: organizations[number % 4]?.id ?? "",
	shared: number >= users.length,
}));
const webhooks = [null, ...organizations, null, ...organizations].map((organization, number) => ({
	id: crypto.randomUUID(),
	organization_id: organization?.id ?? null,
	owner_id: users[number % users.length]?.id ?? "",
}));

type Sees = Rule["sees"];
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).sort();
const seenPeople: Sees = (principal) => users.filter((user) => personVisible(principal, user));
const seenOrganizations: Sees = (principal) => organizations.filter((row) => organizationVisible(principal, row));
const seenKeys: Sees = (principal) => keys.filter((key) => keyVisible(principal, key));

const seenWebhooks: Sees = ({ role, organizationId }) =>
	webhooks.filter((row) => role === "operator" || (role === "administrator" && row.organization_id === organizationId));

const sql = (table: string, id: string, filter: Rule["filter"], sees: Sees): Rule => ({
	from: Prisma.raw(table),
	id: Prisma.raw(id),
	filter,
	sees,
});
const RULES: Readonly<Record<string, Rule>> = {
	visiblePeopleSql: sql("users u", "u.id", visiblePeopleSql, seenPeople),
	visibleOrganizationsSql: sql("organizations o", "o.id", visibleOrganizationsSql, seenOrganizations),
	visibleWebhooksSql: sql("webhooks w", "w.id", visibleWebhooksSql, seenWebhooks),
	visibleKeysSql: sql("api_keys k", "k.id", visibleKeysSql, seenKeys),
	usableSources: sql("inventory_sources", "id", usableSources, (principal) =>
		sources.filter((source) => sourceUsable(principal, source)),
	),
	usableSourcesOf: sql(
		"inventory_sources",
		"id",
		({ organizationId }) => usableSourcesOf(organizationId),
		({ organizationId }) => sources.filter((source) => sourceUsableBy(organizationId, source)),
	),
	visibleViews: sql("saved_views", "id", visibleViews, ({ userId, organizationId }) =>
		views.filter((view) => view.owner_id === userId || (view.shared && view.organization_id === organizationId)),
	),
};

describe.each(testDatabaseKinds())("rules about people, keys and sources on %s", (kind) => {
	let service: TestService;
	beforeAll(async () => {
		service = await createTestService(kind);
		await storeWorld(service, world);
		const { prisma } = service;
		for (const { id, disabled_at: disabledAt, password_hash: passwordHash, oidc_issuer: oidcIssuer } of users) {
			await prisma.user.update({
				where: { id },
				data: { disabled_at: disabledAt, password_hash: passwordHash, oidc_issuer: oidcIssuer },
			});
		}
		await prisma.apiKey.createMany({
			data: keys.map(({ id, user, revoked_at: revokedAt }) => ({
				id,
				user_id: user.id,
				issued_by_id: user.id,
				label: "x",
				prefix: "tsk_x",
				secret_hash: hashSecret(id),
				scopes: ["manage"],
				revoked_at: revokedAt,
			})),
		});
		await prisma.inventorySource.deleteMany();
		await prisma.inventorySource.createMany({ data: sources.map(({ id }) => ({ id, slug: id, name: "x" })) });
		await prisma.inventorySourceOrganization.createMany({
			data: sources.flatMap(({ id, organizationIds }) =>
				organizationIds.map((organizationId) => ({ source_id: id, organization_id: organizationId })),
			),
		});
		await prisma.savedView.createMany({
			data: views.map((view) => ({ ...view, page: "/", name: view.id, query: "" })),
		});
		await prisma.webhook.createMany({ data: webhooks.map((row) => ({ ...row, sealed_url: Buffer.from("x") })) });
	});
	afterAll(() => service.drop());

	test.each(Object.entries(RULES))("%s and its predicate agree on every row", async (_, rule) => {
		const { byFilter, byPredicate } = await bothWays(service, rule, principals);
		expect(byFilter).toEqual(byPredicate);
	});

	const select = { id: true } as const;
	test.each<[string, (principal: Principal) => Promise<{ id: string }[]>, Sees]>([
		["visiblePeople", (caller) => service.prisma.user.findMany({ where: visiblePeople(caller), select }), seenPeople],
		[
			"visibleOrganizations",
			(caller) => service.prisma.organization.findMany({ where: visibleOrganizations(caller), select }),
			seenOrganizations,
		],
	])("%s and its predicate agree on every row", async (_, read, sees) => {
		for (const principal of principals) expect(ids(await read(principal))).toEqual(ids(sees(principal)));
	});

	test("those sign in who have a password or came by single sign-on", async () => {
		const expected = users.filter(
			({ password_hash: passwordHash, oidc_issuer: oidcIssuer }) => passwordHash !== null || oidcIssuer !== null,
		);
		const where = (condition: Prisma.Sql) =>
			service.prisma.$queryRaw<{ id: string }[]>(Prisma.sql`SELECT u.id FROM users u WHERE ${condition}`);
		expect(ids(users.filter(maySignIn))).toEqual(ids(expected));
		expect(ids(await service.prisma.user.findMany({ where: MAY_SIGN_IN, select }))).toEqual(ids(expected));
		expect(ids(await where(MAY_SIGN_IN_SQL))).toEqual(ids(expected));
		expect(ids(await where(ACTIVE_PEOPLE_SQL))).toEqual(
			ids(expected.filter(({ disabled_at: disabledAt }) => disabledAt === null)),
		);
	});

	test("targets are administered by people who are not disabled", async () => {
		const pairs = await service.prisma.$queryRaw<{ id: string }[]>(
			Prisma.sql`SELECT users.id || ' ' || targets.id AS id FROM users CROSS JOIN targets WHERE ${administeringPeople()}`,
		);
		const active = principals.filter(({ userId }) => users.some((user) => user.id === userId && !user.disabled_at));
		const expected = targets.flatMap((target) =>
			active
				.filter((principal) => mayAdministerTarget(principal, target))
				.map(({ userId }) => `${userId} ${target.id}`),
		);
		expect(ids(pairs)).toEqual([...new Set(expected)].sort());
	});

	test("people are named by their names, or else by their e-mail", async () => {
		const [user] = users;
		if (user === undefined) throw new Error("the generated world must have users");
		const organization = organizations.find(({ id }) => id === user.organization_id)?.slug;
		const nameless = { id: user.id, name: "", organization };
		const people = await loadPeople(service.prisma, [user.id, null, undefined, user.id]);
		expect([...people]).toEqual([[user.id, nameless]]);
		expect(await loadPeople(service.prisma, [null])).toEqual(new Map());
		const read = await service.prisma.user.findUniqueOrThrow({ where: { id: user.id }, select: namedPerson });
		expect(namePerson(read)).toEqual(nameless);
		const email = "ada@example.org";
		expect(nameOfUser({ first_name: "Ada", last_name: "Byron", email })).toBe("Ada Byron");
		expect(nameOfUser({ first_name: "", last_name: "", email })).toBe(email);
		expect(withName(`by ${email}`, email, "Ada $&")).toBe("by Ada $&");
		expect(withName(`by ${email}`, email, "")).toBe(`by ${email}`);
	});

	test("exactly the listed keys can be changed one by one", async () => {
		// No key has this revision: the key is found, and stays unchanged.
		const reach = (principal: Principal, id: string) =>
			deleteKey(service, principal, id, { revision: 0 }).catch((thrown: unknown) => {
				if (isDomainError(thrown)) return thrown.kind;
				throw thrown;
			});
		for (const principal of principals.slice(0, 8)) {
			const reached: { id: string }[] = [];
			for (const key of keys) if ((await reach(principal, key.id)) !== "NotFound") reached.push(key);
			const { rows, total } = await listKeys(service, principal, { limit: 500, offset: 0 });
			expect([ids(rows), rows.length]).toEqual([ids(reached), total]);
		}
	});
});
