import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CreateWebhook, createWebhookBody, type IssuedWebhook } from "@/lib/contract/webhook";
import type { Principal } from "@/lib/domain/access/principal";
import { commentOnDeployment } from "@/lib/domain/deployments/comments/comment-on-deployment";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { deleteDeployment } from "@/lib/domain/deployments/transitions/delete-deployment";
import { rejectDeployment } from "@/lib/domain/deployments/transitions/reject-deployment";
import { inboxSink } from "@/lib/domain/inbox/inbox-sink";
import { listInbox } from "@/lib/domain/inbox/list-inbox";
import { handOver } from "@/lib/domain/outbox/hand-over";
import { removeOldRows } from "@/lib/domain/retention/remove-old-rows";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { answering, type Receiver, startReceiver } from "@/lib/tools/testing/receiver";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, type World } from "@/lib/tools/testing/world";
import { createWebhook } from "./create-webhook";
import { deliverWebhooks } from "./deliver-webhooks";
import { editWebhook } from "./edit-webhook";
import { getDelivery, listDeliveries } from "./list-deliveries";
import { replayDelivery } from "./replay-delivery";
import { replaySince } from "./replay-since";
import { resumeWebhook } from "./resume-webhook";
import { rotateSecret } from "./rotate-secret";
import { testWebhook } from "./test-webhook";
import { webhookSink } from "./webhook-sink";
import { getWebhook } from "./webhooks";

const HOUR = 3_600_000;

describe.each(testDatabaseKinds())("webhooks on %s", (kind) => {
	let service: TestService;
	let world: World;
	let receiver: Receiver;
	beforeAll(async () => {
		service = await createTestService(kind, {
			WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8",
			PUBLIC_URL: "https://targeting.example.com",
		});
		world = await createWorld(service);
	});
	afterAll(() => service.drop());
	beforeEach(async () => {
		receiver = await startReceiver();
		// The library compares a message's time with that of this machine.
		service.advance(Date.now() - service.now().getTime());
	});
	afterEach(async () => {
		await receiver.stop();
		await service.prisma.webhook.deleteMany();
		await handOver(service, []);
	});

	const create = (as: Principal, fields: Partial<CreateWebhook> = {}): Promise<IssuedWebhook> =>
		createWebhook(service, as, createWebhookBody.parse({ url: `${receiver.url}/hook`, ...fields }));
	const deliver = () => deliverWebhooks(service, new AbortController().signal, { timeoutMs: 600_000 });
	const work = async () => {
		await handOver(service, [webhookSink]);
		return deliver();
	};
	const rows = async (as: Principal, { id }: { id: string }) =>
		(await listDeliveries(service, as, id, { limit: 100, offset: 0 })).rows;
	const types = () => receiver.received.map(({ body }) => JSON.parse(body).type);
	const ids = () => receiver.received.map(({ headers }) => headers["webhook-id"]);
	const verify = (secret: string | null, index = -1) => {
		const message = receiver.received.at(index);
		return new Webhook(secret ?? "").verify(message?.body ?? "", message?.headers ?? {});
	};

	test("a request is told to the target's administrators with all that a decision needs", async () => {
		const hook = await create(world.administrator);
		const { deployment, design, build_id: buildId } = await createRequest(service, world);
		expect(await work()).toBe(1);
		expect(verify(hook.secret)).toEqual({
			type: "deployment.requested",
			timestamp: expect.any(String),
			data: {
				event_id: expect.any(String),
				actor: world.designer.email,
				reason: "please",
				object: { type: "deployment", id: deployment.id },
				comment: null,
				deployment: {
					id: deployment.id,
					status: "requested",
					requester: world.designer.email,
					requester_organization: expect.stringContaining("acme"),
					message: "please",
					tags: [],
					proposed: null,
				},
				design: { id: design.id, name: "Coffee shops" },
				build: { id: buildId, name: "Coffee shops", size: 1_000 },
				target: { id: world.target.id, name: expect.stringContaining("north-eu") },
				activation: {
					revision: 1,
					digest: expect.stringMatching(/^sha256:/),
					allowed: true,
					refusal: null,
					replaces: null,
					size: { before: null, after: 1_000, change: null, compared_with: null, build: null },
					memory: expect.objectContaining({ capacity: null, requested: expect.any(Number) }),
					items: { before: null, after: 1 },
					sets: { added: 1, removed: 0, changed: 0 },
					warnings: [expect.objectContaining({ code: "no_living_agent" })],
				},
				links: {
					decide: `https://targeting.example.com/approvals?request=${deployment.id}`,
					deployment: `https://targeting.example.com/deployments/${deployment.id}`,
					design: `https://targeting.example.com/designs/${design.id}`,
					target: `https://targeting.example.com/targets/${world.target.id}`,
				},
			},
		});
		expect(await rows(world.administrator, hook)).toMatchObject([
			{ status: "delivered", attempts: 1, response_status: 204, problem: null, message_id: ids()[0] },
		]);
		expect(await work()).toBe(0);
	});

	test("questions and answers are told to both sides with what was said", async () => {
		const hook = await create(world.customerAdministrator, { events: ["deployment.question"] });
		const { deployment } = await createRequest(service, world);
		const [of, { id }] = [hook.secret, deployment];
		const asked = { text: "Why now?", question: true };
		const question = await commentOnDeployment(service, world.administrator, id, asked);
		await handOver(service, [webhookSink]);
		await deliver();
		expect(verify(of)).toMatchObject({
			type: "deployment.question",
			data: {
				actor: world.administrator.email,
				reason: null,
				comment: { id: question.id, kind: "question", text: "Why now?", author: world.administrator.email },
				links: { deployment: `https://targeting.example.com/deployments/${id}` },
				activation: null,
			},
		});
		await create(world.administrator, { format: "slack", events: ["deployment.answered"] });
		await commentOnDeployment(service, world.designer, id, { text: "It is May.", question: false });
		expect(await work()).toBe(1);
		const chat = receiver.received.at(-1)?.body;
		expect(chat).toContain("Question answered: ");
		expect(chat).toContain("It is May.");
		expect(chat).toContain(`approvals?request=${id}`);
	});

	test("each organization is told of its own, and operators of everything", async () => {
		const told = {
			target: await create(world.administrator, { url: `${receiver.url}/target` }),
			customer: await create(world.customerAdministrator, { url: `${receiver.url}/customer` }),
			other: await create(world.otherAdministrator, { url: `${receiver.url}/other` }),
			all: await create(world.operator, { url: `${receiver.url}/all` }),
			north: await create(world.operator, {
				url: `${receiver.url}/north`,
				organization: world.administrator.organizationSlug,
			}),
		};
		const { deployment } = await createRequest(service, world);
		await rejectDeployment(service, world.administrator, deployment.id, { message: "too large" });
		await work();
		const at = (path: string) =>
			receiver.received
				.filter((one) => one.path === path)
				.map(({ body }) => JSON.parse(body))
				.sort((one, two) => Number(one.data.event_id) - Number(two.data.event_id));
		const kinds = (path: string) => at(path).map(({ type }) => type);
		expect(kinds("/target")).toEqual(["deployment.requested", "deployment.rejected"]);
		expect(kinds("/north")).toEqual(["deployment.requested", "deployment.rejected"]);
		expect(kinds("/customer")).toEqual(["build.completed", "deployment.requested", "deployment.rejected"]);
		expect(kinds("/all")).toEqual(["build.completed", "deployment.requested", "deployment.rejected"]);
		expect(kinds("/other")).toEqual([]);
		const rejected = at("/customer").at(-1);
		expect(rejected.data).toMatchObject({ actor: world.administrator.email, reason: "too large", activation: null });
		expect(rejected.data.links).not.toHaveProperty("decide");
		expect(await rows(world.operator, told.other)).toEqual([]);
	});

	test("the end of a deployment that was deleted is told without what can no longer be seen", async () => {
		await create(world.administrator, { url: `${receiver.url}/target`, events: ["deployment.deleted"] });
		await create(world.customerAdministrator, { url: `${receiver.url}/customer`, events: ["deployment.deleted"] });
		await create(world.otherAdministrator, { url: `${receiver.url}/other` });
		const { deployment, design } = await createRequest(service, world);
		await deleteDeployment(service, world.administrator, deployment.id);
		await work();
		const told = receiver.received.map(({ path, body }) => [path, JSON.parse(body).data] as const);
		const object = { type: "deployment", id: deployment.id };
		const target = { id: world.target.id, name: expect.any(String) };
		expect(Object.fromEntries(told)).toEqual({
			"/target": expect.objectContaining({ object, deployment: null, design: null, target }),
			"/customer": expect.objectContaining({ object, design: { id: design.id, name: "Coffee shops" }, target }),
		});
	});

	test("a filter leaves out other events, targets and owners", async () => {
		await create(world.administrator, { url: `${receiver.url}/events`, events: ["deployment.activated"] });
		await create(world.administrator, { url: `${receiver.url}/targets`, target_ids: [world.secondTarget.id] });
		await create(world.administrator, {
			url: `${receiver.url}/owners`,
			owner_organizations: [world.outsider.organizationSlug],
		});
		await create(world.administrator, {
			url: `${receiver.url}/mine`,
			owner_organizations: [world.designer.organizationSlug],
		});
		await create(world.administrator, { url: `${receiver.url}/off`, enabled: false });
		const { deployment } = await createRequest(service, world);
		await activateDeployment(service, world.administrator, deployment.id);
		await work();
		expect(receiver.received.map(({ path, body }) => `${path} ${JSON.parse(body).type}`).sort()).toEqual([
			"/events deployment.activated",
			"/mine deployment.activated",
			"/mine deployment.requested",
		]);
	});

	test("a failure is tried again under the same id, until it is accepted", async () => {
		const hook = await create(world.administrator);
		await createRequest(service, world);
		receiver.answer = answering(500, {}, "broken\0");
		await work();
		expect(await work()).toBe(0);
		expect(await getWebhook(service, world.administrator, hook.id)).toMatchObject({ failures: 1, pending: 1 });
		receiver.answer = answering(200, {}, "thanks");
		service.advance(7_000);
		expect(await work()).toBe(1);
		expect(new Set(ids()).size).toBe(1);
		const [row] = await rows(world.administrator, hook);
		expect(await getDelivery(service, world.administrator, hook.id, row?.id ?? "")).toMatchObject({
			status: "delivered",
			attempts: 2,
			answer: "thanks",
			payload: receiver.received[1]?.body,
			attempt_log: [
				{ response_status: 500, problem: "it answered 500" },
				{ response_status: 200, problem: null },
			],
		});
		expect(await getWebhook(service, world.administrator, hook.id)).toMatchObject({ failures: 0, pending: 0 });
	});

	test("after three days of failures it is paused and its owner told; resumed, it sends what waits", async () => {
		const hook = await create(world.administrator, { description: "chat" });
		await createRequest(service, world);
		receiver.answer = answering(503);
		await work();
		let attempts = 1;
		for (;;) {
			const pending = await service.prisma.webhookDelivery.findFirst({ where: { status: "pending" } });
			if (pending === null) break;
			service.advance(pending.not_before.getTime() - service.now().getTime());
			attempts += await deliver();
		}
		expect(attempts).toBeGreaterThan(12);
		const paused = await getWebhook(service, world.administrator, hook.id);
		expect(paused).toMatchObject({ paused_reason: "nothing was accepted for three days: it answered 503", pending: 0 });
		const events = await service.prisma.auditEvent.findMany({
			where: { object_type: "webhook", object_id: hook.id },
			orderBy: { id: "asc" },
		});
		expect(events.map(({ action }) => action)).toEqual(["create", "pause"]);
		expect(events[1]).toMatchObject({
			actor_label: "delivery of webhooks",
			organization_id: world.administrator.organizationId,
			detail: { subject: "chat", owner_id: world.administrator.userId, owner: world.administrator.email },
		});
		await handOver(service, [inboxSink]);
		const inbox = await listInbox(service, world.administrator, { limit: 1, offset: 0, unread: true });
		expect(inbox.rows).toMatchObject([
			{ kind: "webhook.paused", title: "Your webhook chat was paused", link: "/webhooks", action: "View webhooks" },
		]);
		await createRequest(service, world);
		expect(await work()).toBe(0);
		await resumeWebhook(service, world.administrator, hook.id);
		receiver.answer = answering(204);
		expect(await work()).toBe(0);
		const since = new Date(service.now().getTime() - HOUR).toISOString();
		expect(await replaySince(service, world.administrator, hook.id, { since })).toEqual({ queued: 1, next: null });
		expect(await work()).toBe(1);
	});

	test("410 pauses at once", async () => {
		const hook = await create(world.administrator);
		await createRequest(service, world);
		receiver.answer = answering(410);
		await work();
		expect((await getWebhook(service, world.administrator, hook.id)).paused_reason).toMatch(/410/);
		expect(await rows(world.administrator, hook)).toMatchObject([{ status: "failed", attempts: 1 }]);
	});

	test("a receiver that asks for a pause gets it, for all that is to be sent there", async () => {
		await create(world.administrator);
		await createRequest(service, world);
		receiver.answer = answering(429, { "retry-after": "600" });
		await work();
		await createRequest(service, world);
		service.advance(500_000);
		expect(await work()).toBe(0);
		service.advance(110_000);
		receiver.answer = answering(204);
		expect(await work()).toBe(2);
	});

	test("a slow receiver holds nobody up", async () => {
		const slow = await startReceiver();
		slow.answer = () => undefined;
		await create(world.administrator, { url: slow.url });
		await create(world.administrator, { url: receiver.url });
		for (let number = 0; number < 6; number += 1) await createRequest(service, world);
		await handOver(service, [webhookSink]);
		const stop = new AbortController();
		const delivering = deliverWebhooks(service, stop.signal);
		await expect.poll(() => receiver.received.length).toBe(6);
		// All of the others are through before the first of these has given up.
		expect(slow.received.length).toBeLessThanOrEqual(3);
		stop.abort(new Error("the test ends"));
		await delivering;
		await slow.stop();
	});

	test("rotated secrets sign together for 24 hours, then the new one alone", async () => {
		const first = await create(world.administrator);
		const second = await rotateSecret(service, world.administrator, first.id);
		expect([second.secret === first.secret, second.secrets.length]).toEqual([false, 2]);
		await createRequest(service, world);
		await work();
		for (const { secret } of [first, second]) expect(verify(secret)).toMatchObject({ type: "deployment.requested" });
		const stored = await service.prisma.webhookSecret.findMany({ where: { webhook_id: first.id } });
		for (const { sealed } of stored) expect(Buffer.from(sealed).toString("latin1")).not.toContain("whsec");
		await service.prisma.webhookSecret.updateMany({
			where: { webhook_id: first.id, expires_at: { not: null } },
			data: { expires_at: service.now() },
		});
		expect((stored[0]?.expires_at?.getTime() ?? 0) - (stored[1]?.created_at.getTime() ?? 0)).toBe(24 * HOUR);
		await createRequest(service, world);
		await work();
		expect(verify(second.secret)).toMatchObject({ type: "deployment.requested" });
		expect(() => verify(first.secret)).toThrow("No matching signature");
	});

	test("what its owner may no longer see when it is sent is withheld", async () => {
		const hook = await create(world.customerAdministrator, { events: ["deployment.requested", "build.completed"] });
		const { design } = await createRequest(service, world);
		await handOver(service, [webhookSink]);
		const { userId, organizationId } = world.outsider;
		await service.prisma.design.update({
			where: { id: design.id },
			data: { owner_id: userId, owner_org_id: organizationId },
		});
		await deliver();
		// The request stays the organization's own; the design is another's now.
		expect((await rows(world.customerAdministrator, hook)).map(({ type, status }) => [type, status])).toEqual(
			expect.arrayContaining([
				["build.completed", "withheld"],
				["deployment.requested", "withheld"],
			]),
		);
		expect(receiver.received).toEqual([]);
	});

	test.each([
		["is disabled", { disabled_at: new Date() }],
		["is an administrator no longer", { role: "designer" as const }],
	])("nothing is sent once its owner %s", async (_, change) => {
		const hook = await create(world.otherAdministrator);
		await createRequest(service, world, world.otherTarget.id);
		await handOver(service, [webhookSink]);
		await service.prisma.user.update({ where: { id: world.otherAdministrator.userId }, data: change });
		await deliver();
		await createRequest(service, world, world.otherTarget.id);
		await work();
		await service.prisma.user.update({
			where: { id: world.otherAdministrator.userId },
			data: { disabled_at: null, role: "administrator" },
		});
		expect(receiver.received).toEqual([]);
		expect(await rows(world.otherAdministrator, hook)).toMatchObject([{ status: "withheld", attempts: 0 }]);
	});

	test("one delivery is replayed under its id, and all since a time, also what had none", async () => {
		// Away from the events of other tests.
		service.advance(10 * 24 * HOUR);
		const before = await createRequest(service, world);
		await handOver(service, [webhookSink]);
		const hook = await create(world.administrator);
		await createRequest(service, world);
		await work();
		const [row] = await rows(world.administrator, hook);
		await replayDelivery(service, world.administrator, hook.id, row?.id ?? "");
		await expect(replayDelivery(service, world.administrator, hook.id, row?.id ?? "")).rejects.toThrow("pending");
		await work();
		expect(new Set(ids()).size).toBe(1);
		expect(ids()).toHaveLength(2);
		const { requested_at: requestedAt } = await service.prisma.deployment.findUniqueOrThrow({
			where: { id: before.deployment.id },
		});
		const since = requestedAt.toISOString();
		expect(await replaySince(service, world.administrator, hook.id, { since })).toEqual({ queued: 2, next: null });
		await work();
		expect([ids().length, new Set(ids()).size]).toEqual([4, 2]);
		// The id follows from the event: it is the same when the row has gone.
		await service.prisma.webhookDelivery.deleteMany();
		await replaySince(service, world.administrator, hook.id, { since });
		await work();
		expect([ids().length, new Set(ids()).size]).toEqual([6, 2]);
		await expect(replaySince(service, world.administrator, hook.id, { since: "2026-01-01T00:00:00Z" })).rejects.toThrow(
			"30 days",
		);
	});

	test("a process that dies between sending and writing it down leaves the message to the next, under its id", async () => {
		const hook = await create(world.administrator);
		await createRequest(service, world);
		await handOver(service, [webhookSink]);
		const dying = {
			...service,
			prisma: new Proxy(service.prisma, {
				get: (target, name) =>
					name === "$transaction" ? () => Promise.reject(new Error("the process died")) : Reflect.get(target, name),
			}),
		};
		await deliverWebhooks(dying, new AbortController().signal);
		expect(receiver.received).toHaveLength(1);
		expect(await deliver()).toBe(0);
		service.advance(61_000);
		expect(await deliver()).toBe(1);
		expect([ids().length, new Set(ids()).size]).toEqual([2, 1]);
		expect(await rows(world.administrator, hook)).toMatchObject([{ status: "delivered", attempts: 1 }]);
	});

	test("a stop breaks attempts off, which are made at the next start", async () => {
		const hook = await create(world.administrator);
		await createRequest(service, world);
		await handOver(service, [webhookSink]);
		const stop = new AbortController();
		receiver.answer = () => stop.abort(new Error("the service stops"));
		await deliverWebhooks(service, stop.signal);
		expect(await rows(world.administrator, hook)).toMatchObject([{ status: "pending", attempts: 0 }]);
		receiver.answer = answering(204);
		expect(await deliver()).toBe(1);
	});

	test.runIf(kind === "postgres")("processes that deliver at once send each message once", async () => {
		await create(world.administrator);
		for (let number = 0; number < 12; number += 1) await createRequest(service, world);
		await handOver(service, [webhookSink]);
		await Promise.all([deliver(), deliver(), deliver()]);
		expect([ids().length, new Set(ids()).size]).toEqual([12, 12]);
	});

	test("a test is sent once, also while the webhook is off, and pauses nothing", async () => {
		const hook = await create(world.administrator, { enabled: false, description: "chat" });
		receiver.answer = answering(410);
		await testWebhook(service, world.administrator, hook.id);
		await deliver();
		expect(verify(hook.secret)).toMatchObject({ type: "webhook.test", data: { webhook: { description: "chat" } } });
		expect(await rows(world.administrator, hook)).toMatchObject([{ type: "webhook.test", status: "failed" }]);
		expect((await getWebhook(service, world.administrator, hook.id)).paused_at).toBeNull();
	});

	test("a page that answers a test fails it, though a message counts as delivered by any 2xx", async () => {
		const hook = await create(world.administrator);
		const html = { "content-type": "text/html; charset=utf-8" };
		const outcomeOf = async (answer: Receiver["answer"]) => {
			receiver.answer = answer;
			const { id } = await testWebhook(service, world.administrator, hook.id);
			await deliver();
			const { status, problem } = await getDelivery(service, world.administrator, hook.id, id);
			return [status, problem];
		};
		const page = (status: number) => `the receiver, or something in front of it, answered with a page (${status})`;
		expect(await outcomeOf(answering(200, html, "<p>Sign in</p>"))).toEqual(["failed", page(200)]);
		expect(await outcomeOf(answering(403, html, "<p>Blocked</p>"))).toEqual(["failed", page(403)]);
		expect((await outcomeOf(answering(304)))[0]).toBe("failed");
		// Programs call everything HTML that they do not call something else.
		expect(await outcomeOf(answering(200, html, "ok"))).toEqual(["delivered", null]);
		expect(await outcomeOf(answering(202, { "content-type": "application/json" }, "{}"))).toEqual(["delivered", null]);
		receiver.answer = answering(200, html, "<p>Thanks</p>");
		await createRequest(service, world);
		expect(await work()).toBe(1);
		expect(await rows(world.administrator, hook)).toContainEqual(
			expect.objectContaining({ type: "deployment.requested", status: "delivered" }),
		);
	});

	test.each(["slack", "teams"] as const)("%s shows a request with foreign text as it is", async (format) => {
		await create(world.administrator, { format });
		const { deployment, design } = await createRequest(service, world);
		await service.prisma.design.update({ where: { id: design.id }, data: { name: "<!channel> *& [x](http://e)" } });
		await work();
		const body = JSON.parse(receiver.received[0]?.body ?? "");
		const text = JSON.stringify(body);
		expect(text).toContain(`https://targeting.example.com/approvals?request=${deployment.id}`);
		if (format === "slack") {
			expect(text).not.toContain("<!channel>");
			expect(text).not.toContain('mrkdwn":true');
			expect(body.blocks[0].text).toEqual({
				type: "plain_text",
				text: expect.stringContaining("&lt;!channel&gt; *&amp; [x]"),
				emoji: false,
			});
		} else {
			const [card] = body.attachments;
			expect(card.content.body.every(({ type }: { type: string }) => type === "RichTextBlock")).toBe(true);
			expect(card.content.body[0].inlines[0].text).toContain("<!channel> *& [x](http://e)");
		}
		expect(text).toMatch(/Size.*1\.0 kB/);
	});

	test("another address is used at once, and old deliveries are removed after 30 days", async () => {
		const hook = await create(world.administrator);
		await createRequest(service, world);
		await handOver(service, [webhookSink]);
		await editWebhook(service, world.administrator, hook.id, { url: `${receiver.url}/other` });
		await deliver();
		expect([receiver.received[0]?.path, types()]).toEqual(["/other", ["deployment.requested"]]);
		service.advance(29 * 24 * HOUR);
		expect(await removeOldRows(service, ["webhook_deliveries", "webhook_secrets"])).toBe(0);
		service.advance(25 * HOUR);
		expect(await removeOldRows(service, ["webhook_deliveries", "webhook_secrets"])).toBe(1);
	});
});
