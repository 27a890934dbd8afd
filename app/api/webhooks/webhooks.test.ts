import { Webhook as StandardWebhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type IssuedWebhook, issuedWebhook, type Webhook, webhook, webhookDelivery } from "@/lib/contract/webhook";
import type { Principal } from "@/lib/domain/access/principal";
import { MOST_WEBHOOKS } from "@/lib/domain/webhooks/create-webhook";
import { deliverWebhooks } from "@/lib/domain/webhooks/deliver-webhooks";
import { REPLAYS_A_MINUTE } from "@/lib/domain/webhooks/replay-since";
import { MOST_TESTS } from "@/lib/domain/webhooks/test-webhook";
import type { RouteHandler } from "@/lib/http/routes/route";
import { setService } from "@/lib/platform/service";
import { callRoute, type RouteAnswer } from "@/lib/tools/testing/call-route";
import { type Receiver, startReceiver } from "@/lib/tools/testing/receiver";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { GET as getDeliveryRoute } from "./[webhook_id]/deliveries/[delivery_id]/route";
import { GET as deliveriesRoute } from "./[webhook_id]/deliveries/route";
import { POST as replayRoute } from "./[webhook_id]/replay/route";
import { POST as resumeRoute } from "./[webhook_id]/resume/route";
import { DELETE as deleteRoute, PATCH as editRoute, GET as getRoute } from "./[webhook_id]/route";
import { POST as rotateRoute } from "./[webhook_id]/secrets/route";
import { POST as testRoute } from "./[webhook_id]/test/route";
import { POST as createRoute, GET as listRoute } from "./route";

describe("/api/webhooks", () => {
	let service: TestService;
	let world: World;
	let receiver: Receiver;
	const keys = new Map<string, string>();
	beforeAll(async () => {
		service = await createTestService(undefined, { WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1" });
		service.advance(Date.now() - service.now().getTime());
		setService(service);
		world = await createWorld(service);
		for (const person of [world.designer, world.administrator, world.otherAdministrator, world.operator]) {
			keys.set(person.userId, await issueKey(service, person, ["manage", "administer"]));
		}
		receiver = await startReceiver();
	});
	afterAll(async () => {
		await receiver.stop();
		setService(undefined);
		await service.drop();
	});
	beforeEach(() => receiver.received.splice(0));
	afterEach(() => service.prisma.webhook.deleteMany());

	const bearer = (as: Principal | string, headers = {}) => ({
		authorization: `Bearer ${typeof as === "string" ? as : keys.get(as.userId)}`,
		...headers,
	});
	const create = (as: Principal | string, json: object, headers = {}) =>
		callRoute(createRoute, { url: "/api/webhooks", json, headers: bearer(as, headers) });
	const on = (
		route: RouteHandler,
		as: Principal,
		id: string,
		{
			headers = {},
			query = "",
			...call
		}: { method?: string; json?: object; headers?: object; delivery?: string; query?: string } = {},
	) =>
		callRoute(route, {
			url: `/api/webhooks/${id}${query}`,
			params: { webhook_id: id, ...(call.delivery && { delivery_id: call.delivery }) },
			headers: bearer(as, headers),
			...call,
		});
	const list = async (as: Principal) =>
		webhook
			.array()
			.parse((await callRoute(listRoute, { url: "/api/webhooks", headers: bearer(as) })).body.response?.data);
	const made = (answer: RouteAnswer): IssuedWebhook => issuedWebhook.parse(answer.body.response?.data);
	const row = (answer: RouteAnswer): Webhook => webhook.parse(answer.body.response?.data);

	test("of one webhook are so many replays in a minute", async () => {
		const { id } = made(await create(world.administrator, { url: receiver.url }));
		const json = { since: service.now().toISOString() };
		const replay = async (as = world.administrator) => (await on(replayRoute, as, id, { json })).status;
		const calls = await Promise.all(Array.from({ length: REPLAYS_A_MINUTE }, () => replay()));
		expect(new Set(calls)).toEqual(new Set([200]));
		expect([await replay(), await replay(world.operator), await replay(world.otherAdministrator)]).toEqual([
			429, 429, 404,
		]);
		service.advance(60_000);
		expect(await replay()).toBe(200);
	});

	test("a webhook is made, shown without its secret, changed and deleted", async () => {
		const answer = await create(world.administrator, { url: `${receiver.url}/hook?k=1`, description: " Chat " });
		expect(answer.status).toBe(201);
		const { secret, secret_note, ...shown } = made(answer);
		expect(shown).toEqual({
			id: expect.any(String),
			description: "Chat",
			url: `${receiver.url}/hook?k=1`,
			format: "json",
			events: [],
			target_ids: [],
			owner_organizations: [],
			enabled: true,
			paused_at: null,
			paused_reason: null,
			last_success_at: null,
			failures: 0,
			pending: 0,
			secrets: [{ id: expect.any(String), created_at: expect.any(String), expires_at: null }],
			org_id: world.administrator.organizationId,
			org_name: expect.stringContaining("north"),
			owner: world.administrator.email,
			owner_person: { id: world.administrator.userId, name: "", organization: expect.stringContaining("north") },
			created_at: expect.any(String),
			updated_at: expect.any(String),
			revision: 1,
		});
		expect([secret, secret_note]).toEqual([expect.stringMatching(/^whsec_[\w+/]{43}=$/), null]);
		expect(row(await on(getRoute, world.administrator, shown.id))).toEqual(shown);
		expect(await list(world.administrator)).toEqual([shown]);
		const json = { enabled: false, events: ["build.failed"] };
		const headers = { "if-match": '"1"' };
		const edited = await on(editRoute, world.administrator, shown.id, { method: "PATCH", json, headers });
		expect(row(edited)).toMatchObject({ ...json, revision: 2 });
		expect((await on(editRoute, world.administrator, shown.id, { method: "PATCH", json, headers })).status).toBe(412);
		const events = await service.prisma.auditEvent.findMany({ where: { object_id: shown.id } });
		expect(events.map(({ action }) => action).sort()).toEqual(["create", "edit"]);
		const recorded = JSON.stringify(events.map(({ detail }) => detail));
		expect(recorded).toContain("127.0.0.1");
		expect(recorded).not.toMatch(/whsec|k=1/);
		const stored = await service.prisma.webhook.findUniqueOrThrow({ where: { id: shown.id } });
		expect(Buffer.from(stored.sealed_url).toString("latin1")).not.toContain("127.0.0.1");
		expect((await on(deleteRoute, world.administrator, shown.id, { method: "DELETE" })).status).toBe(200);
		expect((await on(getRoute, world.administrator, shown.id)).status).toBe(404);
	});

	test("others see nothing of it, operators all; designers and restricted keys have none", async () => {
		const own = made(await create(world.administrator, { url: receiver.url }));
		const all = made(await create(world.operator, { url: receiver.url }));
		expect([await list(world.otherAdministrator), (await list(world.operator)).length, all.org_id]).toEqual([
			[],
			2,
			null,
		]);
		for (const route of [getRoute, deliveriesRoute]) {
			expect((await on(route, world.otherAdministrator, own.id)).status).toBe(404);
			expect((await on(route, world.administrator, all.id)).status).toBe(404);
			expect((await on(route, world.operator, own.id)).status).toBe(200);
		}
		for (const route of [rotateRoute, resumeRoute, testRoute]) {
			expect((await on(route, world.otherAdministrator, own.id, { method: "POST", json: {} })).status).toBe(404);
		}
		expect((await create(world.designer, { url: receiver.url })).status).toBe(403);
		expect((await callRoute(listRoute, { url: "/api/webhooks", headers: bearer(world.designer) })).status).toBe(403);
		expect((await create(world.administrator, { url: receiver.url, organization: null })).status).toBe(403);
		const narrow = await issueKey(service, world.administrator, ["manage"]);
		expect((await create(narrow, { url: receiver.url })).status).toBe(403);
		const restricted = await issueKey(service, world.administrator, ["manage", "administer"]);
		const expiresAt = new Date(service.now().getTime() + 86_400_000);
		await service.prisma.apiKey.updateMany({ data: { expires_at: expiresAt } });
		const refused = await create(restricted, { url: receiver.url });
		expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining("must not issue webhooks")]);
		await service.prisma.apiKey.updateMany({ data: { expires_at: null } });
	});

	test.each([
		["no address", {}, "url"],
		["no URL", { url: "example" }, "url"],
		["another scheme", { url: "ftp://example.com" }, "url"],
		["credentials", { url: "https://a:b@example.com" }, "credentials"],
		["a private address", { url: "https://10.0.0.1" }, "internet"],
		["a private address as a number", { url: "https://167772161/" }, "internet"],
		["a mapped address", { url: "https://[::ffff:169.254.169.254]/" }, "internet"],
		["an unknown type", { url: "https://example.com", events: ["deployment.exploded"] }, "events"],
		["an unknown format", { url: "https://example.com", format: "irc" }, "format"],
		["another's target", { url: "https://example.com", target_ids: ["OTHER"] }, "target_ids"],
		[
			"an organization that it is not told of",
			{ url: "https://example.com", owner_organizations: ["SOUTH"] },
			"owner_organizations",
		],
	])("a webhook with %s is 400", async (_, json, named) => {
		const text = JSON.stringify(json)
			.replace("OTHER", world.otherTarget.id)
			.replace("SOUTH", world.otherAdministrator.organizationSlug);
		const answer = await create(world.administrator, JSON.parse(text));
		expect([answer.status, answer.body.error_type]).toEqual([400, "InvalidArgument"]);
		expect(answer.body.message).toContain(named);
	});

	test("a repeat of a request with an Idempotency-Key has no secret, and makes nothing", async () => {
		const headers = { "idempotency-key": "once" };
		const first = made(await create(world.administrator, { url: receiver.url }, headers));
		const again = made(await create(world.administrator, { url: receiver.url }, headers));
		expect(again).toEqual({ ...first, secret: null, secret_note: expect.stringContaining("shown once") });
		expect(await list(world.administrator)).toHaveLength(1);
	});

	test("a test is sent and logged with what was sent and answered; a rotated secret signs it too", async () => {
		receiver.answer = (response) => void response.writeHead(200).end("thanks");
		const first = made(await create(world.administrator, { url: receiver.url }));
		const rotated = await on(rotateRoute, world.administrator, first.id, { method: "POST", json: {} });
		expect(rotated.status).toBe(201);
		const queued = await on(testRoute, world.administrator, first.id, { method: "POST", json: {} });
		const { id, message_id } = webhookDelivery.parse(queued.body.response?.data);
		await deliverWebhooks(service, new AbortController().signal);
		const [message] = receiver.received;
		for (const { secret } of [first, made(rotated)]) {
			const verified = new StandardWebhook(secret ?? "").verify(message?.body ?? "", message?.headers ?? {});
			expect(verified).toMatchObject({ type: "webhook.test" });
		}
		const detail = await on(getDeliveryRoute, world.administrator, first.id, { delivery: id });
		expect(detail.body.response?.data).toMatchObject({
			message_id,
			type: "webhook.test",
			event_id: null,
			status: "delivered",
			attempts: 1,
			response_status: 200,
			payload: message?.body,
			answer: "thanks",
			attempt_log: [{ response_status: 200, problem: null }],
		});
		for (const [query, rows] of [
			["", 1],
			["?status=delivered", 1],
			["?status=failed", 0],
		] as const) {
			const answer = await on(deliveriesRoute, world.administrator, first.id, { query });
			expect(answer.body.response).toMatchObject({ included_row_count: rows, total_row_count: rows });
		}
		const other = made(await create(world.administrator, { url: receiver.url }));
		expect((await on(getDeliveryRoute, world.administrator, other.id, { delivery: id })).status).toBe(404);
	});

	test("an organization has so many webhooks, and a webhook so many tests that wait", async () => {
		const { id } = made(await create(world.administrator, { url: receiver.url }));
		const test = () => on(testRoute, world.administrator, id, { method: "POST", json: {} });
		for (let count = 0; count < MOST_TESTS; count += 1) expect((await test()).status).toBe(201);
		expect(await test()).toMatchObject({ status: 409, body: { message: expect.stringContaining("5 tests wait") } });

		const { id: _, ...like } = await service.prisma.webhook.findUniqueOrThrow({ where: { id } });
		await service.prisma.webhook.createMany({ data: Array.from({ length: MOST_WEBHOOKS - 1 }, () => like) });
		expect((await create(world.administrator, { url: receiver.url })).status).toBe(409);
		expect((await create(world.otherAdministrator, { url: receiver.url })).status).toBe(201);
	});

	test("only a paused webhook is resumed", async () => {
		const { id } = made(await create(world.administrator, { url: receiver.url }));
		expect((await on(resumeRoute, world.administrator, id, { method: "POST", json: {} })).status).toBe(409);
		await service.prisma.webhook.update({ where: { id }, data: { paused_at: service.now(), paused_reason: "tired" } });
		const resumed = await on(resumeRoute, world.administrator, id, { method: "POST", json: {} });
		expect(row(resumed)).toMatchObject({ paused_at: null, paused_reason: null });
	});
});
