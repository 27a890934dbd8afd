import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as directoryRoute } from "@/app/api/directory/route";
import { GET as getDesignRoute } from "@/app/targeting/designs/[design_id]/route";
import { GET as listDesignsRoute } from "@/app/targeting/designs/route";
import { shareDesign } from "@/lib/domain/designs/share-design";
import { setService } from "@/lib/platform/service";
import { callRoute, type RouteAnswer } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { PATCH as editRoute } from "./[organization_id]/route";
import { POST as createRoute, GET as listRoute } from "./route";

describe("/api/organizations", () => {
	let service: TestService;
	let world: World;
	let operator: string;
	let boss: string;
	let designer: string;
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
		operator = await issueKey(service, world.operator, ["manage", "administer"]);
		boss = await issueKey(service, world.customerAdministrator, ["manage", "administer"]);
		designer = await issueKey(service, world.designer, ["manage"]);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
	const list = (key: string, query = "") =>
		callRoute(listRoute, { url: `/api/organizations?${query}`, headers: bearer(key) });
	const create = (key: string, json: unknown) =>
		callRoute(createRoute, { url: "/api/organizations", json, headers: bearer(key) });
	const edit = (key: string, id: string, json: unknown, headers = {}) =>
		callRoute(editRoute, {
			url: `/api/organizations/${id}`,
			params: { organization_id: id },
			method: "PATCH",
			json,
			headers: { ...bearer(key), ...headers },
		});
	const data = (answer: RouteAnswer) => answer.body.response?.data as unknown as Record<string, unknown>;
	const rows = (answer: RouteAnswer) => Array.from(answer.body.response?.data as unknown as Record<string, unknown>[]);

	test("operators make them; their people see their own, with what belongs to it", async () => {
		const created = await create(operator, {
			slug: "newcomer",
			name: " Newcomer ",
			price_cpm: { audience: "1.5" },
			least_reach: 500,
		});
		expect([created.status, created.body]).toEqual([
			201,
			{
				version: 4,
				status: "OK",
				response: {
					data: {
						id: expect.any(String),
						slug: "newcomer",
						name: "Newcomer",
						price_cpm: { proximity: null, audience: "1.50" },
						second_factor_required: false,
						least_reach: 500,
						members_see: "own_and_shared",
						embed_origins: [],
						members_see_difference: { designs: 0, people: 0 },
						person_count: 0,
						design_count: 0,
						target_count: 0,
						created_at: expect.any(String),
						updated_at: expect.any(String),
						revision: 1,
						permissions: { edit: true, set_prices: true, lower_least_reach: true },
					},
				},
			},
		]);
		await createProximityDesign(service, world.designer);
		const own = { slug: world.designer.organizationSlug, person_count: 3, design_count: 1, target_count: 0 };
		for (const [key, permissions] of [
			[designer, { edit: false, set_prices: false, lower_least_reach: false }],
			[boss, { edit: true, set_prices: false, lower_least_reach: false }],
		] as const) {
			expect(rows(await list(key))).toEqual([expect.objectContaining({ ...own, permissions })]);
		}
		const slugs = rows(await list(operator, "limit=500")).map(({ slug }) => String(slug));
		expect(slugs).toEqual([...slugs].sort());
		expect(slugs).toContain(own.slug);
		const found = await list(operator, "q=NEW+comer");
		expect([rows(found).map(({ slug }) => slug), found.body.response?.total_row_count]).toEqual([["newcomer"], 1]);
		const accented = await list(operator, `q=N%C3%89W+c%C3%B3mer`);
		expect(rows(accented).map(({ slug }) => slug)).toEqual(["newcomer"]);
	});

	test("administrators set which designs designers see, and read what that opens or closes", async () => {
		const { designer: owner, colleague, customerAdministrator } = await createWorld(service);
		const id = owner.organizationId;
		const [byOwner, byColleague] = [
			await issueKey(service, owner, ["manage"]),
			await issueKey(service, colleague, ["manage"]),
		];
		const byBoss = await issueKey(service, customerAdministrator, ["manage", "administer"]);
		const alone = await createProximityDesign(service, owner, "Alone");
		const shared = await createProximityDesign(service, owner, "Shared");
		const permissions = { view: true, edit: false };
		const collaborators = [{ type: "org" as const, id, permissions }];
		await shareDesign(service, owner, shared.id, { collaborators });
		const seen = async (key: string) => {
			const answer = await callRoute(listDesignsRoute, { url: `/targeting/designs?KEY=${key}&order=asc` });
			return rows(answer).map(({ name, is_shared_to_current_org: isOpen }) => [name, isOpen]);
		};
		const found = async (key: string) =>
			rows(await callRoute(directoryRoute, { url: "/api/directory?q=example", headers: bearer(key) })).length;
		const counts = async (key: string) => {
			const [{ person_count, design_count, members_see_difference } = {}] = rows(await list(key));
			return { person_count, design_count, members_see_difference };
		};
		const both = [
			["Alone", true],
			["Shared", true],
		];
		expect([await seen(byOwner), await seen(byColleague), await seen(byBoss)]).toEqual([both, both, both]);
		expect(await found(byColleague)).toBe(3);
		const difference = { designs: 1, people: 2 };
		expect(await counts(byBoss)).toEqual({ person_count: 3, design_count: 2, members_see_difference: difference });
		expect((await edit(byOwner, id, { members_see: "own_and_shared" })).status).toBe(403);
		expect((await edit(byBoss, id, { members_see: "some" })).status).toBe(400);
		const closed = data(await edit(byBoss, id, { members_see: "own_and_shared" }));
		expect(closed).toMatchObject({ members_see: "own_and_shared", members_see_difference: difference });
		const apart = [["Alone", false], both[1]];
		expect([await seen(byOwner), await seen(byColleague), await seen(byBoss)]).toEqual([apart, [both[1]], apart]);
		expect([await found(byColleague), await found(byBoss)]).toEqual([1, 3]);
		expect(await counts(byColleague)).toEqual({ person_count: 1, design_count: 1, members_see_difference: null });
		const url = `/targeting/designs/${alone.id}?KEY=${byColleague}`;
		expect((await callRoute(getDesignRoute, { url, params: { design_id: alone.id } })).status).toBe(404);
		const [event] = await service.prisma.auditEvent.findMany({
			where: { object_id: id },
			orderBy: { id: "desc" },
			take: 1,
		});
		expect(event?.detail).toEqual({ changes: { members_see: "own_and_shared" } });
	});

	test("administrators change the name, operators the prices, which count for designs at once", async () => {
		const { organizationId: id } = world.designer;
		const design = await createProximityDesign(service, world.designer);
		const price = async () => {
			const answer = await callRoute(getDesignRoute, {
				url: `/targeting/designs/${design.id}?KEY=${designer}`,
				params: { design_id: design.id },
			});
			return data(answer).price_cpm;
		};
		expect(data(await edit(boss, id, { name: "Acme & Sons" }))).toMatchObject({ name: "Acme & Sons", revision: 2 });
		expect((await edit(boss, id, { price_cpm: { proximity: "9" } })).status).toBe(403);
		expect((await edit(designer, id, { name: "Mine" })).status).toBe(403);
		const priced = await edit(operator, id, { price_cpm: { proximity: "9.125" } }, { "if-match": '"2"' });
		expect(data(priced)).toMatchObject({ price_cpm: { proximity: "9.125", audience: "0.60" }, revision: 3 });
		expect(await price()).toEqual({ base: "9.125" });
		expect(data(await edit(operator, id, { price_cpm: { proximity: null } }))).toMatchObject({
			price_cpm: { proximity: null, audience: "0.60" },
		});
		expect(await price()).toBeNull();
		expect((await edit(operator, id, { name: "x" }, { "if-match": '"2"' })).status).toBe(412);
		const events = await service.prisma.auditEvent.findMany({ where: { object_id: id }, orderBy: { id: "asc" } });
		expect(
			events.map(({ action, object_type: objectType, actor_label: actorLabel }) => [action, objectType, actorLabel]),
		).toEqual([
			["edit", "organization", world.customerAdministrator.email],
			["edit", "organization", world.operator.email],
			["edit", "organization", world.operator.email],
		]);
	});

	test("administrators raise the least reach, operators also lower it, and the audit has both", async () => {
		const { organizationId: id } = world.outsider;
		const outsider = await issueKey(service, world.outsider, ["manage"]);
		const admin = { ...world.outsider, role: "administrator" as const };
		await service.prisma.user.update({ where: { id: admin.userId }, data: { role: "administrator" } });
		const theirs = await issueKey(service, admin, ["manage", "administer"]);
		const least = async (key: string, least_reach: unknown) => {
			const answer = await edit(key, id, { least_reach });
			return [answer.status, answer.status === 200 ? data(answer).least_reach : answer.body.message];
		};
		expect(await least(outsider, 10)).toEqual([403, "only administrators and operators edit organizations"]);
		expect(await least(theirs, 1_000)).toEqual([200, 1_000]);
		expect(await least(theirs, 999)).toEqual([403, "only operators lower the least reach"]);
		expect(await least(operator, 0)).toEqual([200, 0]);
		for (const wrong of [-1, 1.5, "5", null]) {
			const [status, message] = await least(operator, wrong);
			expect([status, message]).toEqual([400, expect.stringContaining("least_reach")]);
		}
		const events = await service.prisma.auditEvent.findMany({ where: { object_id: id }, orderBy: { id: "asc" } });
		expect(events.map(({ action, actor_label: actorLabel, detail }) => [action, actorLabel, detail])).toEqual([
			["set_least_reach", world.outsider.email, { before: 0, after: 1_000 }],
			["set_least_reach", world.operator.email, { before: 1_000, after: 0 }],
		]);
	});

	test("administrators name the exact origins that may embed its designs", async () => {
		const { designer: member, customerAdministrator } = await createWorld(service);
		const admin = await issueKey(service, customerAdministrator, ["manage", "administer"]);
		const name = async (key: string, origins: unknown) => {
			const answer = await edit(key, member.organizationId, { embed_origins: origins });
			return [answer.status, answer.status === 200 ? data(answer).embed_origins : answer.body.message];
		};
		const origins = [
			"http://127.0.0.1:5173",
			"http://localhost:3000",
			"https://app.example.com",
			"https://x--y.dev:8443",
		];
		expect(await name(admin, [...origins].reverse())).toEqual([200, origins]);
		expect(await name(await issueKey(service, member, ["manage"]), [])).toEqual([403, expect.any(String)]);
		for (const wrong of [
			"https://*.example.com",
			"https://a.example;script-src",
			"https://a.example,b",
			"https://a.example 'self'",
			"https://app.example.com/",
			"https://App.example.com",
			"https://app.example.com:443",
			"https://me@app.example.com",
			"https://[::1]",
			"http://app.example.com",
			"http://localhost.example.com",
			"http://10.0.0.1:80",
			"wss://app.example.com",
			"data:text/html,x",
			"null",
			"*",
			"",
			7,
		]) {
			expect([wrong, ...(await name(admin, [wrong]))]).toEqual([wrong, 400, expect.stringContaining("embed_origins")]);
		}
		expect(
			(
				await name(
					admin,
					Array.from({ length: 21 }, (_, at) => `https://a${at}.example`),
				)
			)[0],
		).toBe(400);
		expect(await name(admin, [])).toEqual([200, []]);
	});

	test("others do not see it, and make none", async () => {
		for (const id of [world.outsider.organizationId, "nonsense", "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11"]) {
			const answer = await edit(boss, id, { name: "Mine" });
			expect([answer.status, answer.body.message]).toEqual([404, "organization not found"]);
		}
		for (const key of [boss, designer]) expect((await create(key, { slug: "mine", name: "Mine" })).status).toBe(403);
		const taken = await create(operator, { slug: world.designer.organizationSlug, name: "Again" });
		expect([taken.status, taken.body.error_type]).toEqual([409, "InvalidState"]);
	});

	const fine = { slug: "fine", name: "Fine" };
	test.each([
		["no slug", { name: "x" }, "slug"],
		["a slug with a blank", { ...fine, slug: "a b" }, "slug"],
		["a blank name", { ...fine, name: "" }, "name"],
		["a price that is a number", { ...fine, price_cpm: { proximity: 1 } }, "price_cpm.proximity"],
		["a negative price", { ...fine, price_cpm: { proximity: "-1" } }, "price_cpm.proximity"],
		["a price of five decimals", { ...fine, price_cpm: { audience: "1.00001" } }, "price_cpm.audience"],
		["a price beyond what is kept", { ...fine, price_cpm: { audience: "123456789" } }, "price_cpm.audience"],
		["an unknown field", { ...fine, users: [] }, "users"],
	])("creating with %s is 400", async (_what, json, named) => {
		const answer = await create(operator, json);
		expect([answer.status, answer.body.error_type]).toEqual([400, "InvalidArgument"]);
		expect(answer.body.message).toContain(named);
	});

	test("a change of nothing is 400", async () => {
		expect((await edit(operator, world.designer.organizationId, {})).status).toBe(400);
	});
});
