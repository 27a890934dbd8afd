import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { eraseUser } from "@/lib/domain/erasure/erase-user";
import { transact } from "@/lib/platform/db/transact";
import { parseEnvironment } from "@/lib/platform/env";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { acceptHead } from "./accept-head";
import { chainEvents } from "./chain-events";
import { removeOldEvents } from "./remove-old-events";
import { verifyAudit } from "./verify-audit";

const DAY_MS = 86_400_000;

describe.each(testDatabaseKinds())("retention of audit events on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind, { AUDIT_RETENTION_DAYS: "30" });
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	const write = async (...reasons: string[]) => {
		for (const reason of reasons) {
			const entry = { action: "edit", object_type: "target", object_id: world.target.id, reason } as const;
			await transact(service.prisma, (tx) => recordEvent(service, tx, world.designer, entry));
		}
		await chainEvents(service);
	};
	const asOwner = (...statements: string[]) =>
		service.prisma.$transaction(async (tx) => {
			await tx.$executeRawUnsafe("SET LOCAL session_replication_role = replica");
			for (const statement of statements) await tx.$executeRawUnsafe(statement);
		});
	const kept = async () => {
		const events = await service.prisma.auditEvent.findMany({ orderBy: { id: "asc" } });
		return events.map(({ action, reason }) => (action === "edit" ? reason : action));
	};

	test("must be for ever or a month at least", () => {
		expect(() => parseEnvironment({ AUDIT_RETENTION_DAYS: "29" })).toThrow("AUDIT_RETENTION_DAYS must be 0, for ever");
		expect(parseEnvironment({}).AUDIT_RETENTION_DAYS).toBe(0);
	});

	test("removes the oldest part, and the chain of the rest holds", async () => {
		await write("a1", "a2");
		await eraseUser(service, { system: "command line (root@host)" }, { email: world.colleague.email });
		await chainEvents(service);
		const { head: early } = await verifyAudit(service);
		expect(await removeOldEvents(service)).toBe(0);
		service.advance(31 * DAY_MS);
		await write("b1", "b2");
		const { head } = await verifyAudit(service);
		expect(await removeOldEvents({ ...service, settings: parseEnvironment({}) })).toBe(0);
		expect(await removeOldEvents(service)).toBe(3);
		expect(await removeOldEvents(service)).toBe(0);
		expect(await kept()).toEqual(["b1", "b2", "remove_audit_events"]);
		await chainEvents(service);
		expect(await verifyAudit(service)).toMatchObject({ checked: 3, removed: 3, problem: null });
		expect((await verifyAudit(service, head)).problem).toBeNull();
		expect((await verifyAudit(service, early)).problem).toBeNull();
		expect((await verifyAudit(service, `1:${"0".repeat(64)}`)).problem).toEqual({
			event_id: null,
			problem: "the given head is of what was removed until link 3",
		});
		expect(await service.prisma.auditRemoval.findMany()).toMatchObject([{ last_position: 3n, event_count: 3n }]);
		await expect(service.prisma.auditRemoval.deleteMany()).rejects.toThrow("never changed or deleted");
	});

	test("keeps the last link, of whatever age it is", async () => {
		service.advance(31 * DAY_MS);
		expect(await removeOldEvents(service)).toBe(2);
		await chainEvents(service);
		expect(await verifyAudit(service)).toMatchObject({ checked: 2, removed: 5, problem: null });
	});

	test("what was removed is remembered, also where its signature is of a secret that is gone", async () => {
		await asOwner("UPDATE audit_removals SET signature = ''");
		expect((await verifyAudit(service)).problem).toBeNull();
		await asOwner("UPDATE audit_removals SET last_hash = first_hash WHERE last_position = 5");
		expect((await verifyAudit(service)).problem?.problem).toBe("what was removed until link 5 is no longer recorded");
		await asOwner(
			"UPDATE audit_removals SET last_hash = decode(split_part(e.detail->>'head', ':', 2), 'hex') FROM audit_events e WHERE e.detail->>'head' LIKE '5:%'",
		);
		expect((await verifyAudit(service)).problem).toBeNull();
	});

	test.each([
		["time", "at = at - interval '90 days'"],
		["texts", "reason = 'as if'"],
	])("an event of which somebody changed the %s is not signed away", async (_what, change) => {
		await write("aged");
		await write("young");
		const undo = "UPDATE audit_events e SET at = s.at, reason = s.reason FROM saved s WHERE s.id = e.id";
		await asOwner("CREATE TABLE saved AS TABLE audit_events", `UPDATE audit_events SET ${change}`);
		if (change.startsWith("reason")) service.advance(31 * DAY_MS);
		await expect(removeOldEvents(service)).rejects.toThrow("old audit events are kept: the event");
		await asOwner(undo, "DROP TABLE saved");
		expect((await verifyAudit(service)).problem).toBeNull();
	});

	test("a removal that the service has not signed is found", async () => {
		await write("c1", "c2");
		const { head } = await verifyAudit(service);
		const remove = (until: bigint) =>
			service.prisma
				.$executeRaw`SELECT remove_from_audit(${until}, (SELECT signature FROM audit_chain WHERE signature IS NOT NULL LIMIT 1))`;
		const last = BigInt(head?.split(":")[0] ?? "");
		await expect(remove(last)).rejects.toThrow("the chain must go on behind link");
		await service.prisma.auditEvent.create({
			data: {
				...{ actor_label: "x", credential: "system", action: "edit" },
				object_type: "target",
				object_id: world.target.id,
			},
		});
		await chainEvents(service);
		await write("c3");
		// By the database's own time, which the event has.
		await expect(remove(last + 1n)).rejects.toThrow("audit events of the last 30 days are never removed");
		await remove(last - 1n);
		const { problem } = await verifyAudit(service);
		expect(problem).toMatchObject({
			problem: "no signature of the service covers what was removed until this event",
		});
		// No signed one covers it up, of whatever age it says to be.
		await asOwner("UPDATE audit_removals SET removed_at = '2020-01-01'");
		service.advance(31 * DAY_MS);
		await expect(removeOldEvents(service)).rejects.toThrow("old audit events are kept: no signature of the service");
		expect((await verifyAudit(service)).problem).toEqual(problem);
		await acceptHead(service, { system: "command line (root@host)" });
		expect((await verifyAudit(service)).problem).toBeNull();
		expect(await removeOldEvents(service)).toBeGreaterThan(0);
	});
});
