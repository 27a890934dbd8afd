import { afterAll, beforeAll, expect, test } from "vitest";
import { recordRefusedSignIn } from "@/lib/domain/accounts/sign-in/record-refused-sign-in";
import { collectMetrics } from "@/lib/domain/overview/collect-metrics";
import { setDatabase } from "@/lib/platform/db/client";
import { MOST_TARGETS } from "@/lib/platform/metrics/metrics";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, type World } from "@/lib/tools/testing/world";

const HOUR_MS = 3_600_000;
const MAILS = {
	SMTP_URL: "smtp://localhost:25",
	MAIL_FROM: "targeting@example.com",
	PUBLIC_URL: "https://example.com",
};

let service: TestService;
let world: World;
beforeAll(async () => {
	service = await createTestService(undefined, MAILS);
	setDatabase(service.database);
	world = await createWorld(service);
});
afterAll(async () => {
	setDatabase(undefined);
	await service.drop();
});

/** The samples of the metrics by name and labels. */
async function scrape(as = service): Promise<Map<string, number>> {
	const lines = (await collectMetrics(as)).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
	return new Map(
		lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
	);
}
const seconds = (samples: Map<string, number>, name: string) => Math.round(samples.get(name) ?? Number.NaN);
/** A moment from now on the service's clock. */
const at = (milliseconds: number) => new Date(service.now().getTime() + milliseconds);

test("pending requests have their number and the age of the oldest, in all and for the worst targets", async () => {
	const empty = await scrape();
	expect([empty.get("targeting_pending_requests"), empty.get("targeting_oldest_pending_request_seconds")]).toEqual([
		0, 0,
	]);
	expect([...empty.keys()].filter((name) => name.startsWith("targeting_target_"))).toEqual([]);

	const { deployment } = await createRequest(service, world);
	service.advance(HOUR_MS);
	await createRequest(service, world);
	const other = await createRequest(service, world, world.secondTarget.id);
	const scheduled = await createRequest(service, world, world.secondTarget.id);
	const { userId: scheduledById } = world.administrator;
	const schedule = { action: "activate", scheduled_by_id: scheduledById } as const;
	await service.prisma.deploymentSchedule.create({
		data: { ...schedule, deployment_id: scheduled.deployment.id, at: at(HOUR_MS) },
	});
	service.advance(10_000);
	const samples = await scrape();
	const { id } = world.target;
	expect(samples.get("targeting_pending_requests")).toBe(3);
	expect(samples.get(`targeting_target_pending_requests{target="${id}"}`)).toBe(2);
	expect(samples.get(`targeting_target_pending_requests{target="${world.secondTarget.id}"}`)).toBe(1);
	for (const name of [
		"targeting_oldest_pending_request_seconds",
		`targeting_target_oldest_pending_request_seconds{target="${id}"}`,
	])
		expect(seconds(samples, name)).toBe(3_610);

	// What is decided leaves, and its target has no sample any longer; read again after ten seconds.
	const decided = [deployment.id, other.deployment.id];
	await service.prisma.deployment.updateMany({ where: { id: { in: decided } }, data: { status: "rejected" } });
	expect((await scrape()).get("targeting_pending_requests")).toBe(3);
	service.advance(10_000);
	const later = await scrape();
	expect(later.get("targeting_pending_requests")).toBe(1);
	expect(seconds(later, "targeting_oldest_pending_request_seconds")).toBe(20);
	expect(later.has(`targeting_target_pending_requests{target="${world.secondTarget.id}"}`)).toBe(false);
});

test("however many targets have requests, the worst alone have samples", async () => {
	const found = await service.prisma.deployment.findFirstOrThrow({ where: { status: "requested" } });
	const {
		id: _,
		owner_id: ownerId,
		owner_org_id: ownerOrgId,
		target_org_id: targetOrgId,
		requested_at: requestedAt,
		...request
	} = found;
	for (let number = 0; number <= MOST_TARGETS; number += 1) {
		const { organization_id: organizationId } = world.target;
		const target = { organization_id: organizationId, slug: `many-${number}`, name: `Many ${number}` };
		const { id: targetId } = await service.prisma.target.create({ data: target });
		const waits = { requested_at: new Date(requestedAt.getTime() + 1_000 * (number + 1)) };
		await service.prisma.deployment.create({ data: { ...request, ...waits, target_id: targetId } });
	}
	service.advance(10_000);
	const samples = await scrape();
	const ofTargets = [...samples.keys()].filter((name) => name.startsWith("targeting_target_pending_requests{"));
	expect(samples.get("targeting_pending_requests")).toBe(MOST_TARGETS + 2);
	expect(ofTargets).toHaveLength(MOST_TARGETS);
	expect(ofTargets).toContain(`targeting_target_pending_requests{target="${world.target.id}"}`);
});

test("schedules of the last day that were missed or refused are counted apart", async () => {
	const { id: deploymentId } = await service.prisma.deployment.findFirstOrThrow();
	const { userId: scheduledById } = world.administrator;
	const ended = (problem: string | null, ranAt: Date) => ({
		...({ deployment_id: deploymentId, scheduled_by_id: scheduledById, action: "activate", at: ranAt } as const),
		ran_at: ranAt,
		problem,
	});
	await service.prisma.deploymentSchedule.createMany({
		data: [
			ended("missed: the service was not available", at(-HOUR_MS)),
			ended("missed: the service was not available", at(-25 * HOUR_MS)),
			ended("the account is disabled", at(-HOUR_MS)),
			ended("the target has no memory", at(-HOUR_MS)),
			ended(null, at(-HOUR_MS)),
		],
	});
	service.advance(10_000);
	const samples = await scrape();
	expect(samples.get('targeting_schedules_not_done{outcome="missed"}')).toBe(1);
	expect(samples.get('targeting_schedules_not_done{outcome="refused"}')).toBe(2);
});

test("events, webhooks, mails and pulls tell what is due, for how long, and what fails", async () => {
	const { prisma } = service;
	const { userId } = world.operator;
	await prisma.outboxEntry.deleteMany();
	const webhook = async (fields: object, due: readonly number[]) => {
		const { id: webhookId } = await prisma.webhook.create({
			data: { owner_id: userId, sealed_url: Buffer.from("sealed"), ...fields },
		});
		const delivery = (since: number, number: number) => ({
			...{ webhook_id: webhookId, event_id: BigInt(number), kind: "build.completed" },
			...{ occurred_at: at(-since), not_before: at(-since) },
		});
		await prisma.webhookDelivery.createMany({ data: due.map(delivery) });
	};
	await webhook({}, [60_000, 30_000, -HOUR_MS]);
	await webhook({ failures: 2 }, [HOUR_MS]);
	await webhook({ enabled: false, failures: 1 }, [HOUR_MS]);
	await webhook({ hold_until: at(HOUR_MS) }, [HOUR_MS]);
	const mail = { user_id: userId, created_at: at(-HOUR_MS) };
	await prisma.mail.createMany({
		data: [
			{ ...mail, not_before: at(-120_000), digest_day: new Date("2026-01-01") },
			{ ...mail, not_before: at(HOUR_MS), problem: "no answer", digest_day: new Date("2026-01-02") },
			{ ...mail, not_before: at(-HOUR_MS), state: "sent", ended_at: at(0), digest_day: new Date("2026-01-03") },
		],
	});
	const pull = async (slug: string, fields: { next_at: Date; failures?: number; lease_until?: Date }) => {
		const { id: sourceId } = await prisma.inventorySource.create({ data: { slug, name: slug } });
		await prisma.pull.create({
			data: { source_id: sourceId, url: "https://example.com/f", mode: "replace", every_hours: 1, ...fields },
		});
	};
	await pull("late", { next_at: at(-300_000) });
	await pull("running", { next_at: at(-HOUR_MS), lease_until: at(HOUR_MS) });
	await pull("failing", { next_at: at(HOUR_MS), failures: 3 });
	const event = {
		actor_label: "x",
		credential: "system",
		action: "x",
		object_type: "service",
		object_id: world.target.id,
	};
	// The triggers put both into the outbox.
	await prisma.auditEvent.create({ data: { ...event, at: at(-90_000) } });
	const { id: eventId } = await prisma.auditEvent.create({ data: { ...event, at: at(-HOUR_MS) } });
	await prisma.outboxEntry.update({ where: { event_id: eventId }, data: { attempts: 1, not_before: at(HOUR_MS) } });

	service.advance(10_000);
	const samples = await scrape();
	const of = (kind: string) =>
		["deliveries_due", "oldest_due_delivery_seconds", "deliveries_failing"].map((name) =>
			seconds(samples, `targeting_${name}{kind="${kind}"}`),
		);
	expect(of("webhook")).toEqual([2, 70, 1]);
	expect(of("mail")).toEqual([1, 130, 1]);
	expect(of("pull")).toEqual([1, 310, 1]);
	expect(of("event")).toEqual([1, 100, 1]);

	const withoutMail = { ...service, settings: { ...service.settings, SMTP_URL: undefined } };
	expect((await scrape(withoutMail)).get('targeting_deliveries_due{kind="mail"}')).toBe(0);
});

test("refused sign-ins are counted by reason, which names nobody", async () => {
	const before = await scrape();
	const refused = (why: string) => `targeting_sign_ins_refused_total{why="${why}"}`;
	expect([...before.keys()].filter((name) => name.startsWith("targeting_sign_ins_refused_total"))).toHaveLength(5);
	const who = { email: "somebody@example.com" };
	const address = "192.0.2.9";
	for (const why of [
		"wrong password",
		"wrong password",
		"single sign-on: disabled",
		"single sign-on: unknown",
	] as const)
		await recordRefusedSignIn(service, { who, address, why });
	const after = await scrape();
	expect([after.get(refused("wrong password")), after.get(refused("single sign-on"))]).toEqual([2, 2]);
	expect(after.get(refused("throttled"))).toBe(0);
	expect(JSON.stringify([...after.keys()])).not.toContain("example.com");
});
