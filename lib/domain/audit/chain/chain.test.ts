import { EventEmitter } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { eraseUser } from "@/lib/domain/erasure/erase-user";
import { transact } from "@/lib/platform/db/transact";
import { LocalFileStore } from "@/lib/platform/files/local-file-store";
import type { Transaction } from "@/lib/platform/service";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createWorld, type World } from "@/lib/tools/testing/world";
import { chainEvents } from "./chain-events";
import { verifyAudit } from "./verify-audit";

class Rollback extends Error {}

describe.each(testDatabaseKinds())("the chain of audit events on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	const record = (tx: Transaction, reason: string) => {
		const { id: objectId, organization_id: organizationId } = world.target;
		const entry = {
			action: "edit",
			object_type: "target",
			object_id: objectId,
			organization_id: organizationId,
			reason,
		} as const;
		return recordEvent(service, tx, world.designer, { ...entry, detail: { changes: { name: reason }, 10: [1.5] } });
	};
	const write = async (...reasons: string[]) => {
		for (const reason of reasons) await transact(service.prisma, (tx) => record(tx, reason));
		expect(await chainEvents(service)).toBeGreaterThan(0);
	};
	const ids = async () => {
		const events = await service.prisma.auditEvent.findMany({ orderBy: { id: "asc" }, select: { id: true } });
		return events.map(({ id }) => id);
	};

	/** What a check finds after statements of somebody who may switch triggers off; nothing stays. */
	async function bent(statements: (id: readonly bigint[]) => string[], head?: string) {
		const id = await ids();
		let found: Awaited<ReturnType<typeof verifyAudit>> | undefined;
		const work = service.prisma.$transaction(async (tx) => {
			await tx.$executeRawUnsafe("SET LOCAL session_replication_role = replica");
			for (const statement of statements(id)) await tx.$executeRawUnsafe(statement);
			found = await verifyAudit({ ...service, prisma: tx }, head);
			throw new Rollback();
		});
		await expect(work).rejects.toThrow(Rollback);
		const { problem } = found ?? {};
		return { ...problem, place: id.findIndex((each) => String(each) === problem?.event_id) };
	}

	test("events are chained once, in processes that work at a time, and the walk finds nothing", async () => {
		await write("a1", "a2", "a3");
		for (const reason of ["a4", "a5"]) await transact(service.prisma, (tx) => record(tx, reason));
		const counts = await Promise.all([chainEvents(service), chainEvents(service)]);
		expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
		const found = await verifyAudit(service);
		expect(found).toEqual({
			...{ checked: (await ids()).length, rewritten: 0, removed: 0, waiting: 0, problem: null },
			head: expect.stringMatching(/^\d+:[0-9a-f]{64}$/),
		});
		await transact(service.prisma, (tx) => record(tx, "a6"));
		expect(await verifyAudit(service, found.head)).toMatchObject({ waiting: 1, problem: null, head: found.head });
		expect(await chainEvents(service)).toBe(1);
	});

	test.each([
		"UPDATE audit_events SET action = 'reject'",
		"UPDATE audit_events SET reason = 'another'",
		"UPDATE audit_events SET design_org_id = gen_random_uuid()",
		"DELETE FROM audit_events",
		"TRUNCATE audit_events",
		"UPDATE audit_chain SET hash = ''",
		"DELETE FROM audit_chain",
		"TRUNCATE audit_chain",
		"TRUNCATE audit_rewrites",
	])("the database refuses %s", async (statement) => {
		await expect(service.prisma.$executeRawUnsafe(statement)).rejects.toThrow(/(is|are) never changed or deleted/);
	});

	test("functions that run as their owner are nobody else's to call, and nobody puts others in front of theirs", async () => {
		const functions = await service.prisma.$queryRaw<{ name: string; open: boolean; settings: string[] | null }[]>`
			SELECT proname AS name, has_function_privilege('public', oid, 'EXECUTE') AS open, proconfig AS settings FROM pg_proc
			WHERE prosecdef AND pronamespace = current_schema()::regnamespace ORDER BY proname`;
		const settings = [expect.stringMatching(/^search_path=pg_catalog, \w+, pg_temp$/)];
		expect(functions).toEqual(
			["erase_from_audit", "keep_audit_event", "pass_design_organization_on", "remove_from_audit"].map((name) => ({
				...{ name, open: false, settings },
			})),
		);
		const digests = (tx: Transaction) => tx.$queryRaw`SELECT audit_text_digest(e) FROM audit_events e ORDER BY e.id`;
		const before = await digests(service.prisma);
		const put = service.prisma.$transaction(async (tx) => {
			await tx.$executeRaw`CREATE FUNCTION jsonb_build_array(text, text, text, text, jsonb) RETURNS jsonb
				LANGUAGE sql IMMUTABLE AS $$ SELECT '"the same for all"'::jsonb $$`;
			await tx.$executeRaw`DISCARD PLANS`;
			expect(await digests(tx)).toEqual(before);
			throw new Rollback();
		});
		await expect(put).rejects.toThrow(Rollback);
	});

	test("the events of a design follow it to another organization", async () => {
		const { id } = await createProximityDesign(service, world.designer);
		const ownerOrgId = world.outsider.organizationId;
		await service.prisma.design.update({ where: { id }, data: { owner_org_id: ownerOrgId } });
		const events = await service.prisma.auditEvent.findMany({ where: { design_id: id } });
		expect(new Set(events.map(({ design_org_id: designOrgId }) => designOrgId))).toEqual(new Set([ownerOrgId]));
		await chainEvents(service);
		expect((await verifyAudit(service)).problem).toBeNull();
	});

	test.each<[string, string, number, (id: readonly bigint[]) => string[]]>([
		[
			"changed",
			"the event or its place in the chain was changed",
			1,
			(id) => [`UPDATE audit_events SET at = at + interval '1 ms' WHERE id = ${id[1]}`],
		],
		[
			"worded otherwise",
			"the event's texts were changed",
			2,
			(id) => [`UPDATE audit_events SET reason = 'a good one' WHERE id = ${id[2]}`],
		],
		["removed", "the event was removed", 1, (id) => [`DELETE FROM audit_events WHERE id = ${id[1]}`]],
		[
			"removed with its link",
			"the chain lacks its link 2, before this event",
			2,
			(id) => [`DELETE FROM audit_events WHERE id = ${id[1]}`, `DELETE FROM audit_chain WHERE event_id = ${id[1]}`],
		],
		[
			"put elsewhere",
			"the event or its place in the chain was changed",
			2,
			(id) => [
				`UPDATE audit_chain SET event_id = -1 WHERE event_id = ${id[1]}`,
				`UPDATE audit_chain SET event_id = ${id[1]} WHERE event_id = ${id[2]}`,
				`UPDATE audit_chain SET event_id = ${id[2]} WHERE event_id = -1`,
			],
		],
		[
			"marked as not chained, and is in the chain",
			"the event is in the chain, and was marked as not chained",
			3,
			(id) => [`INSERT INTO audit_unchained VALUES (${id[3]})`],
		],
		[
			"rewritten as if by an erasure",
			"the event's texts were rewritten, and no erasure covers them",
			1,
			(id) => [
				`UPDATE audit_events SET reason = 'a good one' WHERE id = ${id[1]}`,
				`INSERT INTO audit_rewrites (event_id, erasure, text_digest)
				SELECT id, gen_random_uuid(), audit_text_digest(e) FROM audit_events e WHERE id = ${id[1]}`,
			],
		],
	])("an event that was %s is found", async (_how, problem, place, statements) => {
		expect(await bent(statements)).toMatchObject({ problem, place });
	});

	test("an event that was inserted, or removed before it was chained, is found", async () => {
		const forged = `INSERT INTO audit_events (id, actor_label, credential, action, object_type, object_id)
			VALUES (900001, 'nobody', 'session', 'activate', 'deployment', gen_random_uuid())`;
		expect(await bent(() => [forged])).toMatchObject({
			...{ event_id: "900001", problem: "the event was inserted behind the chain" },
		});
		expect(await bent(() => ["INSERT INTO audit_unchained VALUES (900002)"])).toMatchObject({
			...{ event_id: "900002", problem: "the event was removed before it was chained" },
		});
	});

	test("events that were cut off the end with their links are missed by who knows a later head", async () => {
		const { head } = await verifyAudit(service);
		await write("c1");
		const later = (await verifyAudit(service)).head ?? "";
		const cut = () => [
			`DELETE FROM audit_events WHERE id IN (SELECT event_id FROM audit_chain WHERE position >= ${later.split(":")[0]})`,
			`DELETE FROM audit_chain WHERE position >= ${later.split(":")[0]}`,
		];
		expect(await bent(cut, head ?? "")).toMatchObject({ place: -1 });
		expect((await bent(cut, later)).problem).toMatch(/^events were cut off: the chain has no link \d+$/);
		expect((await bent(() => [], later.replace(/:.*/, `:${"0".repeat(64)}`))).problem).toContain("another hash");
	});

	test.runIf(kind === "postgres")("an event that is committed late comes later in the chain", async () => {
		let commit: () => void = () => undefined;
		const held = new Promise<void>((resolve) => {
			commit = resolve;
		});
		let begun: () => void = () => undefined;
		const began = new Promise<void>((resolve) => {
			begun = resolve;
		});
		const late = transact(service.prisma, async (tx) => {
			await record(tx, "late");
			begun();
			await held;
		});
		await began;
		await write("in time");
		commit();
		await late;
		expect(await chainEvents(service)).toBe(1);
		expect((await verifyAudit(service)).problem).toBeNull();
	});

	test("an erasure rewrites texts, and the chain holds", async () => {
		const before = await service.prisma.auditEvent.findFirstOrThrow({ where: { actor_id: world.designer.userId } });
		await eraseUser(service, { system: "command line (root@host)" }, { email: world.designer.email });
		await chainEvents(service);
		const after = await service.prisma.auditEvent.findUniqueOrThrow({ where: { id: before.id } });
		expect(after.actor_label).toMatch(/@erased\.invalid$/);
		expect(Buffer.compare(after.salt, before.salt)).not.toBe(0);
		const found = await verifyAudit(service);
		expect(found.problem).toBeNull();
		expect(found.rewritten).toBeGreaterThan(4);
		expect(await bent((id) => [`UPDATE audit_events SET reason = 'x' WHERE id = ${id[0]}`])).toMatchObject({
			place: 0,
		});
	});

	test("a chain that was written again without the service's secret is found", async () => {
		const [, second] = await ids();
		await service.prisma.$transaction(async (tx) => {
			await tx.$executeRawUnsafe("SET LOCAL session_replication_role = replica");
			await tx.$executeRaw`UPDATE audit_events SET action = 'reject' WHERE id = ${second}`;
			await tx.$executeRaw`INSERT INTO audit_unchained SELECT event_id FROM audit_chain`;
			await tx.$executeRaw`DELETE FROM audit_chain`;
			await tx.$executeRaw`DELETE FROM audit_rewrites`;
		});
		const files = new LocalFileStore(await mkdtemp(join(tmpdir(), "audit-forger-")));
		const forger = { ...service, files, signals: new EventEmitter(), secret: "another secret of 32 characters" };
		await service.prisma.serviceFact.deleteMany({ where: { name: "audit_head" } });
		expect(await chainEvents(forger)).toBeGreaterThan(5);
		expect((await verifyAudit(forger)).problem).toBeNull();
		await rm(files.directory(), { recursive: true });
		expect((await verifyAudit(service)).problem).toEqual({
			event_id: String((await ids())[0]),
			problem: "the chain was written again from this event on: no signature of the service covers it",
		});
	});
});
