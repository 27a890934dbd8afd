import { EventEmitter } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { transact } from "@/lib/platform/db/transact";
import { LocalFileStore } from "@/lib/platform/files/local-file-store";
import { log } from "@/lib/platform/log";
import type { Service } from "@/lib/platform/service";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { acceptHead } from "./accept-head";
import { chainAndLogHead } from "./chain-and-log-head";
import { chainEvents } from "./chain-events";
import { verifyAudit } from "./verify-audit";

const HEAD = "audit/head";

class FullStore extends LocalFileStore {
	override put(): Promise<never> {
		return Promise.reject(new Error("no room left"));
	}
}

describe.each(testDatabaseKinds())("the remembered head of the audit log on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		log.level = "silent";
		service = await createTestService(kind);
		world = await createWorld(service);
		await write("first");
		await chainEvents(service);
	});
	afterAll(() => service.drop());

	/** Another process of the service. */
	const start = (more: Partial<Service> = {}): Service => ({ ...service, signals: new EventEmitter(), ...more });
	const write = (reason: string) =>
		transact(service.prisma, (tx) =>
			recordEvent(service, tx, world.designer, {
				...{ action: "edit", object_type: "target", object_id: world.target.id, reason },
			}),
		);
	const readHead = async () => text(await service.files.createReadStream(HEAD));
	const putHead = async (content: string) => {
		const path = join(await service.files.workDirectory(), "a-head");
		await writeFile(path, content);
		await service.files.put(HEAD, path);
	};
	const asOwner = (...statements: string[]) =>
		service.prisma.$transaction(async (tx) => {
			await tx.$executeRawUnsafe("SET LOCAL session_replication_role = replica");
			for (const statement of statements) await tx.$executeRawUnsafe(statement);
		});
	const cutNewest = () =>
		asOwner(
			"INSERT INTO audit_unchained SELECT event_id FROM audit_chain ORDER BY position DESC LIMIT 1",
			"DELETE FROM audit_chain WHERE position = (SELECT max(position) FROM audit_chain)",
		);
	const problemNow = async (process = start(), head?: string) => (await verifyAudit(process, head)).problem?.problem;

	test("may lag behind the chain, where a process ended before it wrote it", async () => {
		const before = await readHead();
		const files = new FullStore(service.files.directory() ?? "");
		await write("linked");
		await expect(chainEvents(start({ files }))).rejects.toThrow("no room left");
		expect([await readHead(), await problemNow()]).toEqual([before, undefined]);
		const { head } = await verifyAudit(service);
		expect(await chainEvents(start())).toBe(0);
		await write("later");
		expect(await chainEvents(start())).toBe(1);
		expect(await readHead()).not.toBe(before);
		expect(await problemNow(start(), head ?? "")).toBeUndefined();
	});

	test("is kept by several processes, of which one may write an older one last", async () => {
		const [one, other] = [start(), start()];
		const older = await readHead();
		for (const [place, process] of [one, other, one, other].entries()) {
			await write(`of ${place}`);
			expect(await chainEvents(process)).toBe(1);
		}
		const newest = await readHead();
		await putHead(older);
		expect(await problemNow()).toBeUndefined();
		await chainAndLogHead(one);
		expect(await readHead()).toBe(newest);
	});

	test("is written again by a process that knows it; others refuse, until an operator has decided", async () => {
		const process = start();
		await chainAndLogHead(process);
		const head = await readHead();
		for (const wrong of ["", head.replace(/^\d+/, "1"), head.replace(/ \d+/, " 1")]) {
			await putHead(wrong);
			expect(await problemNow()).toBe("the remembered head was not signed by this service");
		}
		await service.files.remove(HEAD);
		await write("after it was lost");
		await expect(chainEvents(start())).rejects.toThrow(
			"the audit log is not continued: the remembered head is gone; see verify-audit",
		);
		expect(await problemNow()).toBe("the remembered head is gone");
		expect(await chainEvents(process)).toBe(1);
		expect(await problemNow()).toBeUndefined();

		await service.files.remove(HEAD);
		const actor = { system: "command line (root@host)" };
		await acceptHead(start(), actor);
		expect(await chainEvents(start())).toBe(1);
		expect(await problemNow()).toBeUndefined();
		const [event] = await service.prisma.auditEvent.findMany({ orderBy: { id: "desc" }, take: 1 });
		expect(event).toMatchObject({ action: "accept_audit_head", actor_label: actor.system });
		expect(event?.reason).toMatch(/^\d+:[0-9a-f]{64} in place of one that is gone$/);
	});

	test("is begun by two processes of a new service at a time", async () => {
		await service.prisma.serviceFact.deleteMany({ where: { name: "audit_head" } });
		await service.files.remove(HEAD);
		await write("for both");
		/** The other process is quicker, once this one has found no head. */
		class Overtaken extends LocalFileStore {
			override async createReadStream(key: string) {
				const found = super.createReadStream(key);
				await found.catch(() => chainEvents(start()));
				return found;
			}
		}
		await chainEvents(start({ files: new Overtaken(service.files.directory() ?? "") }));
		expect(await problemNow()).toBeUndefined();
	});

	test("a link that is cut off before the head was written is missed by the process that wrote it", async () => {
		const process = start();
		await chainAndLogHead(process);
		await write("cut");
		const files = new FullStore(service.files.directory() ?? "");
		await expect(chainEvents({ ...process, files })).rejects.toThrow("no room left");
		await cutNewest();
		await expect(chainEvents(process)).rejects.toThrow("events were cut off");
		expect(await problemNow(process)).toContain("events were cut off");
		// As for a standby that lacked the last transactions.
		await acceptHead(process, { system: "command line (root@host)" });
		expect(await chainEvents(process)).toBe(2);
		expect(await problemNow(process)).toBeUndefined();
	});

	test("an older state of database and file store is found with a later head alone", async () => {
		const older = await readHead();
		await write("forgotten");
		await chainEvents(start());
		const { head } = await verifyAudit(start());
		await cutNewest();
		expect(await problemNow()).toContain("events were cut off");
		await putHead(older);
		expect(await problemNow()).toBeUndefined();
		expect(await problemNow(start(), head ?? "")).toContain("events were cut off");
		await chainEvents(start());
	});

	test("follows the service's secret", async () => {
		const secret = "the next secret of tests, long enough";
		const both = start({ secret, previousSecret: service.secret });
		await chainAndLogHead(both);
		const next = start({ secret });
		expect(await problemNow(next)).toContain("no signature of the service covers it");
		await write("under the next one");
		expect(await chainEvents(next)).toBe(1);
		expect(await problemNow(next)).toBeUndefined();
	});
});
