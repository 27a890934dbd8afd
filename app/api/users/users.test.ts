import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as createKeyRoute } from "@/app/api/keys/route";
import { POST as redeemRoute } from "@/app/api/sign-in-links/redeem/route";
import { GET as tokenRoute } from "@/app/token/user/route";
import type { Principal } from "@/lib/domain/access/principal";
import { hashSecret } from "@/lib/domain/accounts/secrets";
import { signIn } from "@/lib/domain/accounts/sign-in/sign-in";
import { setService } from "@/lib/platform/service";
import { callRoute, type RouteAnswer } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { PATCH as editRoute, GET as getRoute } from "./[user_id]/route";
import { POST as linkRoute } from "./[user_id]/sign-in-link/route";
import { POST as createRoute, GET as listRoute } from "./route";

const PASSWORD = "correct horse battery";
const DAY = 24 * 3_600_000;

describe("/api/users", () => {
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

	const bearer = (key: string, headers = {}) => ({ authorization: `Bearer ${key}`, ...headers });
	const list = (key: string, query = "") => callRoute(listRoute, { url: `/api/users?${query}`, headers: bearer(key) });
	const create = (key: string, json: unknown, headers = {}) =>
		callRoute(createRoute, { url: "/api/users", json, headers: bearer(key, headers) });
	const path = (id: string) => ({ url: `/api/users/${id}`, params: { user_id: id } });
	const get = (key: string, id: string) => callRoute(getRoute, { ...path(id), headers: bearer(key) });
	const edit = (key: string, id: string, json: unknown, headers = {}) =>
		callRoute(editRoute, { ...path(id), method: "PATCH", json, headers: bearer(key, headers) });
	const link = (key: string, id: string) => callRoute(linkRoute, { ...path(id), json: {}, headers: bearer(key) });
	let addresses = 0;
	// Each from an address of its own: tries are counted by it.
	const redeem = (secret: string, password = PASSWORD, call = {}) =>
		callRoute(redeemRoute, {
			url: "/api/sign-in-links/redeem",
			json: { secret, password },
			headers: { "x-ts-client-ip": `192.0.2.${++addresses}` },
			...call,
		});
	const data = (answer: RouteAnswer) => answer.body.response?.data as unknown as Record<string, unknown>;
	const idOf = (answer: RouteAnswer) => String(data(answer).id);
	const rows = (answer: RouteAnswer) => Array.from(answer.body.response?.data as unknown as Record<string, unknown>[]);
	const secretOf = (answer: RouteAnswer) => String(data(answer).link).split("#")[1] ?? "";
	const signsIn = async (email: string, password = PASSWORD) =>
		(await signIn(service, { email, password, factor: { code: "-" } }, "192.0.2.9")) !== null;
	const epochOf = async (id: string) => (await service.prisma.user.findUniqueOrThrow({ where: { id } })).session_epoch;
	const eventsOf = async (id: string) =>
		(
			await service.prisma.auditEvent.findMany({
				where: { object_id: id, NOT: { action: { startsWith: "sign_in" } } },
				orderBy: { id: "asc" },
			})
		).map(({ action, actor_label: actorLabel, credential }) => [action, actorLabel, credential]);
	let people = 0;
	const email = () => `person-${++people}-${world.designer.organizationSlug}@example.com`;

	test("an invited person sets a password by the link, once, and signs in", async () => {
		const address = email();
		const invited = await create(boss, { email: address.toUpperCase(), first_name: " Ada ", last_name: "King" });
		const { organizationId, organizationSlug } = world.customerAdministrator;
		const row = {
			id: expect.any(String),
			email: address.toUpperCase(),
			first_name: "Ada",
			last_name: "King",
			role: "designer",
			org_id: organizationId,
			org_slug: organizationSlug,
			org_name: expect.any(String),
			status: "invited",
			last_sign_in_at: null,
			link_expires_at: expect.any(String),
			single_sign_on: null,
			key_count: 0,
			created_at: expect.any(String),
			updated_at: expect.any(String),
			disabled_at: null,
			revision: 1,
			permissions: {
				...{ edit: true, disable: true, sign_in_link: true, erase: false },
				roles: ["designer", "administrator"],
			},
		};
		const link = expect.stringMatching(/^https:\/\/service\.example\/welcome#tsl_[\w-]{43}$/);
		expect([invited.status, invited.body]).toEqual([
			201,
			{ version: 4, status: "OK", response: { data: { ...row, link, link_note: null, mailed: false } } },
		]);
		const id = idOf(invited);
		const stored = await service.prisma.signInLink.findFirstOrThrow({ where: { user_id: id } });
		expect(Buffer.from(stored.secret_hash).toString()).not.toContain(secretOf(invited));
		expect(stored.expires_at.getTime() - stored.created_at.getTime()).toBe(7 * DAY);
		expect(await signsIn(address)).toBe(false);

		const redeemed = await redeem(secretOf(invited));
		expect([redeemed.status, redeemed.body]).toEqual([
			200,
			{ version: 4, status: "OK", response: { data: { email: address.toUpperCase() } } },
		]);
		expect(await signsIn(address)).toBe(true);
		expect(data(await get(boss, id))).toEqual({
			...row,
			status: "active",
			link_expires_at: null,
			last_sign_in_at: expect.any(String),
			revision: 2,
		});
		expect((await redeem(secretOf(invited), "another long password")).status).toBe(404);
		expect(await signsIn(address)).toBe(true);
		expect(await eventsOf(id)).toEqual([
			["create", world.customerAdministrator.email, "api_key"],
			["issue_sign_in_link", world.customerAdministrator.email, "api_key"],
			["set_password", address.toUpperCase(), "sign_in_link"],
		]);
	});

	test("another link ends earlier ones; a reset ends every session, and leaves the old password until then", async () => {
		const address = email();
		const invited = await create(boss, { email: address });
		const id = idOf(invited);
		const second = await link(boss, id);
		expect([second.status, idOf(second), data(second).link_note]).toEqual([200, id, null]);
		expect((await redeem(secretOf(invited))).status).toBe(404);
		expect((await redeem(secretOf(second))).status).toBe(200);
		const before = await epochOf(id);
		const reset = await link(boss, id);
		expect([await signsIn(address), await epochOf(id)]).toEqual([true, before]);
		await redeem(secretOf(reset), "another long password");
		expect([await signsIn(address), await signsIn(address, "another long password")]).toEqual([false, true]);
		expect(await epochOf(id)).toBe(before + 1);
	});

	test("unknown, expired and replaced links, and those of the disabled, are answered alike", async () => {
		const invite = () => create(boss, { email: email() });
		const [expired, replaced, disabled] = [await invite(), await invite(), await invite()];
		await edit(boss, idOf(disabled), { disabled: true });
		await link(boss, idOf(replaced));
		service.advance(7 * DAY - 10_000);
		const answers = [await redeem("tsl_unknown"), await redeem(secretOf(replaced)), await redeem(secretOf(disabled))];
		service.advance(10_000);
		answers.push(await redeem(secretOf(expired)));
		const [first, ...others] = answers.map(({ status, body }) => [status, body]);
		expect(first).toEqual([404, expect.objectContaining({ error_type: "NotFound" })]);
		for (const other of others) expect(other).toEqual(first);
		expect(data(await get(boss, idOf(expired)))).toMatchObject({ status: "invited", link_expires_at: null });
	});

	test("of three who use a link at once, one sets the password", async () => {
		const invited = await create(boss, { email: email() });
		const tries = ["first long password", "second long password", "third long password"];
		const answers = await Promise.all(tries.map((password) => redeem(secretOf(invited), password)));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
	});

	test.each([
		["too short", "eleven char"],
		["a few characters over and over", "abababababab"],
		["too long", "long ".repeat(201)],
	])("a password that is %s is refused: 400", async (_what, password) => {
		const answer = await redeem("tsl_unknown", password);
		expect([answer.status, answer.body.error_type]).toEqual([400, "InvalidArgument"]);
		expect(answer.body.message).toContain("'password'");
	});

	test("a password that is the e-mail or a common one is refused, and leaves the link open", async () => {
		const address = email();
		const invited = await create(boss, { email: address });
		for (const password of [address.toUpperCase(), ` ${address.split("@")[0]} `, `my ${address}!`]) {
			const answer = await redeem(secretOf(invited), password);
			expect([answer.status, answer.body.message]).toEqual([400, "the password must not be the email address"]);
		}
		const common = await redeem(secretOf(invited), "Password1234!");
		expect([common.status, common.body.message]).toEqual([
			400,
			"the password must not be one of the common ones, which are guessed first",
		]);
		expect((await redeem(secretOf(invited))).status).toBe(200);
	});

	test("redeeming needs HTTPS, and is counted by address, all of an IPv6 line as one", async () => {
		setService({ ...service, settings: { ...service.settings, ALLOW_PLAIN_HTTP: false } });
		const plain = await redeem("tsl_unknown", PASSWORD, { secure: false });
		setService(service);
		expect([plain.status, plain.body.message]).toEqual([403, "HTTPS required"]);
		const from = (address: string) => redeem("tsl_unknown", PASSWORD, { headers: { "x-ts-client-ip": address } });
		const statuses = [];
		for (let call = 0; call < 21; call += 1) statuses.push((await from("198.51.100.9")).status);
		expect(statuses).toEqual([...Array.from({ length: 20 }, () => 404), 429]);
		expect((await from("198.51.100.10")).status).toBe(404);
		for (let call = 0; call < 20; call += 1) await from(`2001:db8:7:7::${call.toString(16)}`);
		expect((await from("2001:db8:7:7:ffff::1")).status).toBe(429);
		expect((await from("2001:db8:7:8::1")).status).toBe(404);
	});

	test("a replayed invitation says that its link was shown", async () => {
		const json = { email: email() };
		const headers = { "idempotency-key": "invite-1" };
		const first = await create(boss, json, headers);
		const again = await create(boss, json, headers);
		expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([201, "true"]);
		expect(data(again)).toEqual({ ...data(first), link: null, link_note: expect.stringContaining("shown once") });
		const kept = await service.prisma.idempotencyRecord.findMany({
			where: { body: { contains: String(data(first).id) } },
		});
		expect(kept).toHaveLength(1);
		expect(JSON.stringify(kept)).not.toContain("tsl_");
	});

	test("below a path of the host links go there", async () => {
		setService({ ...service, settings: { ...service.settings, BASE_PATH: "/targeting-ui" } });
		try {
			const { link } = data(await create(boss, { email: email() }));
			expect(link).toMatch(/^https:\/\/service\.example\/targeting-ui\/welcome#tsl_[\w-]{43}$/);
		} finally {
			setService(service);
		}
	});

	test("with PUBLIC_URL links name it, whatever host the request came to", async () => {
		setService({ ...service, settings: { ...service.settings, PUBLIC_URL: "https://targeting.example.com" } });
		try {
			const headers = { "x-ts-origin": "https://evil.example" };
			const created = await create(boss, { email: email() }, headers);
			const url = `/api/users/${idOf(created)}/sign-in-link`;
			const call = { url, params: { user_id: idOf(created) }, json: {}, headers: bearer(boss, headers) };
			for (const answer of [created, await callRoute(linkRoute, call)]) {
				expect(data(answer).link).toMatch(/^https:\/\/targeting\.example\.com\/welcome#tsl_[\w-]{43}$/);
			}
		} finally {
			setService(service);
		}
	});

	describe("who sees and does what", () => {
		test("designers see themselves, administrators their organization, operators all", async () => {
			const emails = async (key: string) => new Set(rows(await list(key, "limit=500")).map((row) => row.email));
			expect(await emails(designer)).toEqual(new Set([world.designer.email]));
			const ofBoss = await emails(boss);
			for (const own of [world.designer, world.colleague, world.customerAdministrator]) {
				expect(ofBoss).toContain(own.email);
			}
			expect(ofBoss).not.toContain(world.outsider.email);
			expect(await emails(operator)).toContain(world.outsider.email);
			for (const { userId } of [world.outsider, world.operator]) {
				const answers = [
					await get(boss, userId),
					await edit(boss, userId, { disabled: true }),
					await link(boss, userId),
				];
				for (const answer of answers) expect([answer.status, answer.body.message]).toEqual([404, "user not found"]);
			}
			expect((await get(designer, world.colleague.userId)).status).toBe(404);
		});

		test("designers, narrowed keys and access tokens look after nobody, not even themselves", async () => {
			const narrow = await issueKey(service, world.customerAdministrator, ["manage"]);
			const server = await issueKey(service, world.customerAdministrator, ["tokens"]);
			const query = `KEY=${server}&email=${world.designer.email}&first_name=D&last_name=E`;
			const token = String((await callRoute(tokenRoute, { url: `/token/user?${query}` })).body.data?.token);
			for (const [key, { userId }] of [
				[designer, world.designer],
				[narrow, world.customerAdministrator],
				[token, world.designer],
			] as const) {
				const answers = [
					await create(key, { email: email() }),
					await edit(key, userId, { first_name: "X" }),
					await link(key, userId),
				];
				expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
			}
		});

		test("administrators grant no operator, invite to their own organization, and do not touch operators", async () => {
			const where = { id: world.operator.userId };
			const { organizationId } = world.operator;
			expect((await create(boss, { email: email(), role: "operator" })).status).toBe(403);
			expect((await edit(boss, world.colleague.userId, { role: "operator" })).status).toBe(403);
			const elsewhere = { email: email(), organization: world.outsider.organizationSlug };
			expect((await create(boss, elsewhere)).status).toBe(403);
			await service.prisma.user.update({
				where,
				data: { organization_id: world.customerAdministrator.organizationId },
			});
			const seen = await get(boss, world.operator.userId);
			const answers = [
				await edit(boss, world.operator.userId, { role: "designer" }),
				await edit(boss, world.operator.userId, { disabled: true }),
				await link(boss, world.operator.userId),
			];
			await service.prisma.user.update({ where, data: { organization_id: organizationId } });
			expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
			expect(data(seen).permissions).toEqual({
				edit: false,
				disable: false,
				sign_in_link: false,
				erase: false,
				roles: [],
			});
			const invited = await create(operator, { ...elsewhere, role: "operator" });
			expect(data(invited)).toMatchObject({ role: "operator", org_slug: world.outsider.organizationSlug });
			expect((await edit(operator, idOf(invited), { role: "designer" })).status).toBe(200);
		});

		test("a key that opens less than a session issues no links: by scope, address or expiry", async () => {
			const administers = await issueKey(service, world.customerAdministrator, ["administer"]);
			const restrict = async (data: { allowed_addresses?: string[]; expires_at?: string }) => {
				const key = await issueKey(service, world.customerAdministrator, ["manage", "administer"]);
				await service.prisma.apiKey.update({ where: { secret_hash: hashSecret(key) }, data });
				return key;
			};
			const keys = [
				administers,
				await restrict({ allowed_addresses: ["192.0.2.0/24"] }),
				await restrict({ expires_at: "2099-01-01T00:00:00Z" }),
			];
			for (const key of keys) {
				const answers = [await create(key, { email: email() }), await link(key, world.customerAdministrator.userId)];
				expect(answers.map(({ status }) => status)).toEqual([403, 403]);
				expect((await edit(key, world.designer.userId, { first_name: "D" })).status).toBe(200);
			}
		});

		test("nobody changes their own role or disables themselves", async () => {
			const { userId } = world.customerAdministrator;
			expect((await edit(boss, userId, { role: "designer" })).status).toBe(403);
			expect((await edit(boss, userId, { disabled: true })).status).toBe(403);
			const same = await edit(boss, userId, { role: "administrator", disabled: false, first_name: "Bo" });
			expect([same.status, data(same).first_name]).toEqual([200, "Bo"]);
			expect(data(same).permissions).toEqual({
				edit: true,
				disable: false,
				sign_in_link: true,
				erase: false,
				roles: [],
			});
		});
	});

	test("who is disabled is out at once, and comes back with new sessions", async () => {
		const { userId } = world.colleague;
		const key = await issueKey(service, world.colleague, ["manage"]);
		const before = await epochOf(userId);
		const disabled = await edit(boss, userId, { disabled: true });
		expect(data(disabled)).toMatchObject({ status: "disabled", disabled_at: expect.any(String), key_count: 1 });
		expect([(await list(key)).status, await epochOf(userId)]).toEqual([401, before + 1]);
		expect((await link(boss, userId)).status).toBe(409);
		expect(data(await edit(boss, userId, { disabled: false }))).toMatchObject({ status: "active", disabled_at: null });
		expect([(await list(key)).status, await epochOf(userId)]).toEqual([200, before + 1]);
		expect((await eventsOf(userId)).map(([action]) => action)).toEqual(["disable", "enable"]);
	});

	test("who becomes an operator leaves behind what administrators may hold of them: open links, and keys that administer", async () => {
		const made = await create(boss, { email: "rising@example.com", role: "administrator" });
		const issue = (scopes: string[]) =>
			callRoute(createKeyRoute, {
				url: "/api/keys",
				json: { label: "x", scopes, user_id: idOf(made) },
				headers: bearer(boss),
			});
		const [full, narrow] = [await issue(["manage", "administer"]), await issue(["manage"])];
		expect((await edit(operator, idOf(made), { role: "operator" })).status).toBe(200);
		expect((await redeem(secretOf(made))).status).toBe(404);
		expect((await list(String(data(full).key))).status).toBe(401);
		expect((await list(String(data(narrow).key))).status).toBe(200);
	});

	test("the last operator who signs in stays, also when two put each other out at once", async () => {
		const { userId } = world.operator;
		const others = { role: "operator", id: { not: userId } } as const;
		await service.prisma.user.updateMany({ where: others, data: { role: "designer" } });
		const invited = await create(operator, { email: email(), role: "operator" });
		const id = idOf(invited);
		const other: Principal = { ...world.operator, userId: id };
		const otherKey = await issueKey(service, other, ["manage", "administer"]);
		// A user without a password does not count as an operator who can sign in.
		const alone = await edit(otherKey, userId, { disabled: true });
		expect([alone.status, alone.body.error_type]).toEqual([409, "InvalidState"]);
		await redeem(secretOf(invited));
		const answers = await Promise.all([
			edit(operator, id, { disabled: true }),
			edit(otherKey, userId, { role: "designer" }),
		]);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.toBeOneOf([401, 409])]);
		const left = { role: "operator", disabled_at: null, password_hash: { not: null } } as const;
		expect(await service.prisma.user.count({ where: left })).toBe(1);
		await service.prisma.user.update({ where: { id: userId }, data: { role: "operator", disabled_at: null } });
	});

	test("an e-mail is taken once where people sign in", async () => {
		const taken = await create(boss, { email: world.designer.email.toUpperCase() });
		expect([taken.status, taken.body.error_type]).toEqual([409, "InvalidState"]);
		expect((await create(boss, { email: world.outsider.email })).status).toBe(409);

		const server = await issueKey(service, world.customerAdministrator, ["tokens"]);
		const address = email();
		const query = `KEY=${server}&email=${address}&first_name=T&last_name=U`;
		const uid = String((await callRoute(tokenRoute, { url: `/token/user?${query}` })).body.data?.uid);
		expect(data(await get(boss, uid))).toMatchObject({ status: "token_only", first_name: "T" });
		const known = await create(boss, { email: address });
		expect([known.status, known.body.message]).toEqual([409, expect.stringContaining("issue a sign-in link")]);

		const elsewhere = await create(operator, { email: address, organization: world.outsider.organizationSlug });
		expect(elsewhere.status).toBe(201);
		expect((await redeem(secretOf(await link(boss, uid)))).status).toBe(200);
		const second = await redeem(secretOf(elsewhere));
		expect([second.status, second.body.error_type]).toEqual([409, "InvalidState"]);

		const composed = `zo\u00eb-${email().replace("@", "@b\u00fccher.")}`;
		expect((await create(boss, { email: composed.normalize("NFD").toUpperCase() })).status).toBe(201);
		expect((await create(boss, { email: composed })).status).toBe(409);

		const same = email();
		const answers = await Promise.all([1, 2, 3].map(() => create(boss, { email: same })));
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
	});

	test("lists filter, page by e-mail, and search in e-mail and names, where % and _ mean themselves", async () => {
		const mark = `z${addresses}${world.designer.organizationSlug}`;
		for (const name of ["b_x", "a%x", "c"]) {
			await create(boss, { email: `${name.replace("%", "-")}@${mark}.example`, first_name: `Ünal ${name}` });
		}
		const found = async (query: string) =>
			rows(await list(boss, `limit=500&${query}`)).map((row) => String(row.email).split("@")[0]);
		expect(await found(`q=${mark}`)).toEqual(["a-x", "b_x", "c"]);
		expect(await found(`q=${mark.toUpperCase()}+%C3%BCnal`)).toEqual(["a-x", "b_x", "c"]);
		expect(await found(`q=${mark}+UNAL`)).toEqual(["a-x", "b_x", "c"]);
		expect(await found(`q=${mark}+a%25`)).toEqual(["a-x"]);
		expect(await found(`q=${mark}+_x`)).toEqual(["b_x"]);
		const page = await list(boss, `q=${mark}&limit=1&offset=1`);
		expect([rows(page)[0]?.email, page.body.response]).toEqual([
			`b_x@${mark}.example`,
			expect.objectContaining({ included_row_count: 1, total_row_count: 3 }),
		]);
		expect(await found(`q=${mark}&status=invited&role=designer`)).toHaveLength(3);
		expect(await found(`q=${mark}&status=active`)).toEqual([]);
		for (const status of ["active", "invited", "token_only", "disabled"]) {
			const statuses = rows(await list(operator, `limit=500&status=${status}`)).map((row) => row.status);
			expect(new Set([...statuses, status])).toEqual(new Set([status]));
		}
		const { organizationSlug } = world.outsider;
		const ofRival = rows(await list(operator, `limit=500&organization=${organizationSlug}`));
		expect(new Set(ofRival.map((row) => row.org_slug))).toEqual(new Set([organizationSlug]));
		expect(rows(await list(boss, `organization=${organizationSlug}`))).toEqual([]);
	});

	test("the right is judged before the revision: 403, then 412", async () => {
		const id = idOf(await create(boss, { email: email() }));
		const stale = { "if-match": '"7"' };
		expect((await edit(designer, world.designer.userId, { last_name: "Two" }, stale)).status).toBe(403);
		expect((await edit(boss, id, { role: "operator" }, stale)).status).toBe(403);
		expect((await edit(boss, id, { last_name: "Two" }, stale)).status).toBe(412);
	});

	test("an old revision is refused: 412", async () => {
		const id = idOf(await create(boss, { email: email() }));
		expect(data(await edit(boss, id, { last_name: "One" }, { "if-match": '"1"' }))).toMatchObject({ revision: 2 });
		const stale = await edit(boss, id, { last_name: "Two" }, { "if-match": '"1"' });
		expect([stale.status, stale.body.error_type]).toEqual([412, "VersionMismatch"]);
	});

	test.each([
		["no e-mail", {}, "email"],
		["an e-mail that is none", { email: "ada" }, "email"],
		["a role that there is not", { email: "a@b.cd", role: "root" }, "role"],
		["an organization that is no slug", { email: "a@b.cd", organization: "A B" }, "organization"],
		["an unknown organization", { email: "a@b.cd", organization: "nobody" }, "nobody"],
		["a name of 101 characters", { email: "a@b.cd", first_name: "x".repeat(101) }, "first_name"],
		["an unknown field", { email: "a@b.cd", password: PASSWORD }, "password"],
	])("creating with %s is 400", async (_what, json, named) => {
		const answer = await create(operator, json);
		expect([answer.status, answer.body.error_type]).toEqual([400, "InvalidArgument"]);
		expect(answer.body.message).toContain(named);
	});

	test("changes without a field, unknown fields and unknown users are refused", async () => {
		const { userId } = world.colleague;
		expect((await edit(boss, userId, {})).status).toBe(400);
		expect((await edit(boss, userId, { email: "x@y.zz" })).status).toBe(400);
		expect((await edit(boss, "nonsense", { first_name: "x" })).status).toBe(404);
		expect((await list(boss, "role=root")).status).toBe(400);
	});
});
