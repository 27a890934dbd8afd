import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AUDIT_KIND } from "@/lib/contract/constants";
import { type CreateWebhook, createWebhookBody, type IssuedWebhook } from "@/lib/contract/webhook";
import type { Principal } from "@/lib/domain/access/principal";
import { chainEvents } from "@/lib/domain/audit/chain/chain-events";
import { verifyAudit } from "@/lib/domain/audit/chain/verify-audit";
import { feedAudit } from "@/lib/domain/audit/feed-audit";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { handOver } from "@/lib/domain/outbox/hand-over";
import { removeOldRows } from "@/lib/domain/retention/remove-old-rows";
import { transact } from "@/lib/platform/db/transact";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { eventually } from "@/lib/tools/testing/eventually";
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
import { webhookSink } from "./webhook-sink";
import { getWebhook } from "./webhooks";

const DAY = 86_400_000;

interface Line {
	readonly id: string;
	readonly cursor: string;
	readonly hash: string | null;
	readonly action: string;
	readonly reason: string | null;
}

describe.each(testDatabaseKinds())("webhooks of the audit log on %s", (kind) => {
	let service: TestService;
	let world: World;
	let receiver: Receiver;
	beforeAll(async () => {
		service = await createTestService(kind, { WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8" });
		world = await createWorld(service);
	});
	afterAll(() => service.drop());
	beforeEach(async () => {
		receiver = await startReceiver();
		// The library compares a message's time with that of this machine.
		service.advance(Date.now() - service.now().getTime());
		await chainEvents(service);
	});
	afterEach(async () => {
		await receiver.stop();
		await service.prisma.webhook.deleteMany();
		await handOver(service, []);
	});

	const collect = (as: Principal, fields: Partial<CreateWebhook> = {}): Promise<IssuedWebhook> =>
		createWebhook(
			service,
			as,
			createWebhookBody.parse({ url: `${receiver.url}/collect`, events: [AUDIT_KIND], ...fields }),
		);
	const deliver = () => deliverWebhooks(service, new AbortController().signal);
	const work = async () => {
		await chainEvents(service);
		return deliver();
	};
	/** Events of targets of the administrator's organization and another one's, by turns. */
	const write = (...reasons: string[]) =>
		transact(service.prisma, async (tx) => {
			for (const reason of reasons) {
				const { id: objectId, organization_id: organizationId } = reason.startsWith("other")
					? world.otherTarget
					: world.target;
				const entry = {
					action: "edit",
					object_type: "target",
					object_id: objectId,
					organization_id: organizationId,
					reason,
				} as const;
				await recordEvent(service, tx, world.operator, entry);
			}
		});
	const messages = (): Line[][] => receiver.received.map(({ body }) => JSON.parse(body).data.events);
	const lines = () => messages().flat();
	const reasons = () => lines().flatMap(({ action, reason }) => (action === "edit" && reason ? [reason] : []));
	const rows = async (as: Principal, { id }: { id: string }) =>
		(await listDeliveries(service, as, id, { limit: 100, offset: 0 })).rows;
	const feed = async (as: Principal, after: string | undefined): Promise<Line[]> => {
		const parts: string[] = [];
		for await (const part of feedAudit(service, as, { after: BigInt(after ?? 0) - 1n, limit: 10_000 }))
			parts.push(part);
		return parts
			.flatMap((part) => part.split("\n"))
			.filter((line) => line.includes('"action"'))
			.map((line) => JSON.parse(line));
	};

	test("an operator's gets all events from then on, as the export has them, in order and with their hashes", async () => {
		await write("before");
		await chainEvents(service);
		const hook = await collect(world.operator);
		const written = Array.from({ length: 120 }, (_, number) => `${number % 3 === 0 ? "other" : "own"} ${number}`);
		await write(...written);
		await work();
		expect(messages().map(({ length }) => length)).toEqual([100, 21]);
		expect(reasons()).toEqual(written);
		expect(lines()[0]).toMatchObject({ action: "create", object_type: "webhook", object_id: hook.id });
		expect(lines()).toEqual(await feed(world.operator, lines()[0]?.cursor));
		const { cursor, hash } = lines().at(-1) ?? {};
		expect(await verifyAudit(service, `${cursor}:${hash}`)).toMatchObject({
			problem: null,
			head: `${cursor}:${hash}`,
		});
		for (const { body, headers } of receiver.received) {
			expect(new Webhook(hook.secret ?? "").verify(body, headers)).toMatchObject({ type: AUDIT_KIND });
		}
		const [last] = await rows(world.operator, hook);
		expect(await getDelivery(service, world.operator, hook.id, last?.id ?? "")).toMatchObject({
			...{ type: AUDIT_KIND, event_id: null, status: "delivered", attempts: 1, payload: null },
		});
		// Sending leaves no event that would be sent in its turn.
		const count = await service.prisma.auditEvent.count();
		expect([await work(), await service.prisma.auditEvent.count()]).toEqual([0, count]);
	});

	test("an organization's gets what its administrators read, and nothing of others", async () => {
		const hook = await collect(world.administrator);
		await collect(world.otherAdministrator, { url: `${receiver.url}/other` });
		const ofOperator = await collect(world.operator, {
			url: `${receiver.url}/by-operator`,
			organization: world.administrator.organizationSlug,
		});
		await write("own 1", "other 1", "own 2");
		await createRequest(service, world);
		await work();
		const at = (path: string): Line[] =>
			receiver.received.filter((one) => one.path === path).flatMap(({ body }) => JSON.parse(body).data.events);
		const [own, other, byOperator] = [at("/collect"), at("/other"), at("/by-operator")];
		expect(own.filter(({ action }) => action === "edit").map(({ reason }) => reason)).toEqual(["own 1", "own 2"]);
		expect(own.map(({ action }) => action)).toContain("request");
		expect(own).toEqual(await feed(world.administrator, own[0]?.cursor));
		expect(own.map(({ hash }) => hash)).toEqual(own.map(() => null));
		expect(byOperator).toEqual(own.slice(-byOperator.length));
		expect(other.map(({ reason, action }) => reason ?? action)).toEqual(["create", "other 1"]);
		// What is another's is not even counted.
		expect(await rows(world.administrator, hook)).toHaveLength(1);
		await write("other 2");
		await chainEvents(service);
		expect(await deliver()).toBe(1);
		expect(receiver.received.at(-1)?.path).toBe("/other");
		expect(ofOperator.org_id).toBe(world.administrator.organizationId);
	});

	test("it is chosen by name, alone and as JSON; other webhooks never get it", async () => {
		const all = await createWebhook(
			service,
			world.administrator,
			createWebhookBody.parse({ url: `${receiver.url}/all` }),
		);
		await write("own 1");
		await handOver(service, [webhookSink]);
		expect(await work()).toBe(0);
		const refused: [Partial<CreateWebhook>, string][] = [
			[{ events: [AUDIT_KIND, "deployment.requested"] }, "'events' must name audit_event.recorded alone"],
			[{ format: "slack" }, "'format' must be json for audit_event.recorded"],
			[{ target_ids: [world.target.id] }, "'target_ids' must be empty"],
			[{ owner_organizations: [world.designer.organizationSlug] }, "'owner_organizations' must be empty"],
		];
		for (const [fields, words] of refused) {
			await expect(collect(world.administrator, fields)).rejects.toThrow(words);
		}
		await expect(collect(world.designer)).rejects.toMatchObject({ kind: "Forbidden" });
		const edit = (changes: Parameters<typeof editWebhook>[3], as = world.administrator) =>
			editWebhook(service, as, all.id, changes);
		await edit({ format: "teams" });
		await expect(edit({ events: [AUDIT_KIND] })).rejects.toThrow("'format'");
		await expect(edit({ events: [AUDIT_KIND] }, world.otherAdministrator)).rejects.toMatchObject({ kind: "NotFound" });
		await edit({ events: [AUDIT_KIND], format: "json" });
		await expect(edit({ target_ids: [world.target.id] })).rejects.toThrow("'target_ids'");
		await write("own 2");
		await work();
		expect(reasons()).toEqual(["own 2"]);
		// Given up, it sends nothing that waited.
		await write("own 3");
		receiver.answer = answering(500);
		await work();
		await edit({ events: [] });
		receiver.answer = answering(204);
		service.advance(60_000);
		await write("own 4");
		await work();
		expect(reasons()).toEqual(["own 2", "own 3"]);
		expect((await rows(world.administrator, all)).map(({ status }) => status)).toEqual(["withheld", "delivered"]);
	});

	test("a failed message holds back all that come after it, and comes again with its id", async () => {
		const hook = await collect(world.administrator);
		await write("own 1");
		receiver.answer = answering(500);
		await work();
		await write("own 2");
		expect(await work()).toBe(0);
		receiver.answer = answering(204);
		service.advance(10_000);
		expect(await work()).toBe(2);
		expect(reasons()).toEqual(["own 1", "own 1", "own 2"]);
		const [first, again, next] = receiver.received.map(({ headers }) => headers["webhook-id"]);
		expect([again === first, next === first]).toEqual([true, false]);
		expect(await getWebhook(service, world.administrator, hook.id)).toMatchObject({ failures: 0, pending: 0 });
	});

	test.each([
		["says that it wants no more", 410],
		["accepts nothing for three days", 503],
	])("a receiver that %s pauses it; resumed after months, it misses nothing", async (_, status) => {
		const hook = await collect(world.administrator);
		await write("own 1");
		receiver.answer = answering(status);
		await work();
		for (;;) {
			const { paused_at } = await getWebhook(service, world.administrator, hook.id);
			if (paused_at !== null) break;
			const { not_before: notBefore } = await service.prisma.webhookDelivery.findFirstOrThrow({
				where: { status: "pending" },
			});
			service.advance(notBefore.getTime() - service.now().getTime());
			await deliver();
		}
		receiver.received.splice(0);
		receiver.answer = answering(204);
		service.advance(60 * DAY);
		await write("own 2");
		await removeOldRows(service);
		expect(await work()).toBe(0);
		await resumeWebhook(service, world.administrator, hook.id);
		await work();
		expect(lines().map(({ reason, action }) => (action === "edit" ? reason : action))).toEqual([
			...["create", "own 1", "pause", "own 2", "resume"],
		]);
	});

	test("a part that is sent before the next look at what is due is followed by the next one", async () => {
		await collect(world.operator);
		await write(...Array.from({ length: 120 }, (_, number) => `own ${number}`));
		await chainEvents(service);
		const sent = () => expect(receiver.received.length).toBeGreaterThan(0);
		let claims = 0;
		const prisma = new Proxy(service.prisma, {
			get: (client, name) => {
				if (name !== "$queryRaw") return Reflect.get(client, name);
				return async (query: { sql?: string }, ...values: never[]) => {
					// The second claim comes when the first part was sent and settled.
					if (query.sql?.includes("gen_random_uuid") && ++claims === 2) {
						await eventually(sent);
						await eventually(async () =>
							expect(await client.webhookDelivery.count({ where: { status: "pending" } })).toBe(0),
						);
					}
					return client.$queryRaw(query as never, ...values);
				};
			},
		});
		await deliverWebhooks({ ...service, prisma }, new AbortController().signal);
		expect(messages().map(({ length }) => length)).toEqual([100, 21]);
	});

	test("switched off, it sends what happened meanwhile when it is switched on again", async () => {
		const hook = await collect(world.administrator);
		await editWebhook(service, world.administrator, hook.id, { enabled: false });
		await write("own 1");
		expect(await work()).toBe(0);
		await editWebhook(service, world.administrator, hook.id, { enabled: true });
		await work();
		expect(reasons()).toEqual(["own 1"]);
	});

	test.each([
		["is disabled", { disabled_at: new Date() }],
		["is an administrator no longer", { role: "designer" as const }],
		["belongs to another organization", { organization_id: "of the designer" }],
	])("nothing is sent while its owner %s", async (_, change) => {
		const { userId, organizationId } = world.otherAdministrator;
		const hook = await collect(world.otherAdministrator);
		await write("other 1");
		receiver.answer = answering(500);
		await work();
		receiver.answer = answering(204);
		service.advance(10_000);
		const data = "organization_id" in change ? { organization_id: world.designer.organizationId } : change;
		await service.prisma.user.update({ where: { id: userId }, data });
		await work();
		await write("other 2");
		await work();
		await service.prisma.user.update({
			where: { id: userId },
			data: { disabled_at: null, role: "administrator", organization_id: organizationId },
		});
		expect(receiver.received).toHaveLength(1);
		expect(await rows(world.otherAdministrator, hook)).toMatchObject([{ status: "withheld", attempts: 1 }]);
		// Nothing is left out once the right is there again.
		receiver.received.splice(0);
		await work();
		expect(reasons()).toEqual(["other 1", "other 2"]);
	});

	test("what was sent is sent again: one message under its id, or all since a time", async () => {
		// Away from the events of other tests.
		service.advance(400 * DAY);
		const hook = await collect(world.administrator);
		const since = service.now().toISOString();
		await write("own 1");
		await work();
		service.advance(1_000);
		await write("own 2");
		await work();
		const [, first] = await rows(world.administrator, hook);
		await replayDelivery(service, world.administrator, hook.id, first?.id ?? "");
		expect(await deliver()).toBe(1);
		expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
		receiver.received.splice(0);
		service.advance(1_000);
		expect(await replaySince(service, world.administrator, hook.id, { since })).toEqual({ queued: 1, next: null });
		await write("own 3");
		await work();
		expect(reasons()).toEqual(["own 1", "own 2", "own 3"]);
		// A replay never leaves out what waits.
		receiver.received.splice(0);
		receiver.answer = answering(500);
		await write("own 4");
		await work();
		service.advance(10 * DAY);
		await write("own 5");
		await chainEvents(service);
		receiver.answer = answering(204);
		await replaySince(service, world.administrator, hook.id, { since: service.now().toISOString() });
		await work();
		expect(reasons()).toEqual(["own 4", "own 4", "own 5"]);
	});

	test.runIf(kind === "postgres")("processes that deliver at once send each event once, and in order", async () => {
		await collect(world.administrator);
		const written = Array.from({ length: 450 }, (_, number) => `own ${number}`);
		await write(...written);
		await chainEvents(service);
		await Promise.all([deliver(), deliver(), deliver()]);
		expect(reasons()).toEqual(written);
	});
});
