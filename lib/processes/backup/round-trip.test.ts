import { EventEmitter } from "node:events";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { verifyAudit } from "@/lib/domain/audit/chain/verify-audit";
import { UNCONFIRMED_FACT } from "@/lib/domain/targets/unconfirmed-opt-outs";
import { openArchiveKey } from "@/lib/platform/archive/archive-key";
import { createDatabase, type Database } from "@/lib/platform/db/client";
import { NOT_COPIED, readCopiedTables } from "@/lib/platform/db/copy/copied-tables";
import { snapshotsOf } from "@/lib/platform/db/copy/snapshots";
import { projectSchema } from "@/lib/platform/db/schema-difference";
import type { FileStore } from "@/lib/platform/files/file-store";
import { LocalFileStore } from "@/lib/platform/files/local-file-store";
import { openFileStore } from "@/lib/platform/files/open-file-store";
import { createEmptyDatabase, createTestDatabase, testDatabaseKinds } from "@/lib/tools/testing/database";
import { type ObjectStore, startObjectStore } from "@/lib/tools/testing/object-store";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { exportArchive } from "./export-archive";
import { checkedArchive, importArchive } from "./import-archive";
import { contents, createSavedWorld, everything, PASSPHRASE, QUICK } from "./testing/saved-world";

const [kind] = testDatabaseKinds();
type Kind = Database["kind"];
/** With the run on PostgreSQL all four: the embedded database needs no server. */
const DIRECTIONS: [Kind, Kind][] =
	kind === "embedded"
		? [["embedded", "embedded"]]
		: [
				["embedded", "postgres"],
				["postgres", "embedded"],
				["postgres", "postgres"],
			];

let directory: string;
let objects: ObjectStore;
beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "round-trip-"));
	objects = await startObjectStore();
});
afterAll(async () => {
	await objects.stop();
	await rm(directory, { recursive: true, force: true });
});

async function importInto(target: { pool: Database["pool"]; files: FileStore }, path: string) {
	const handle = await open(path, "r");
	try {
		return await importArchive(target, await checkedArchive(handle, await openArchiveKey(handle, PASSPHRASE)));
	} finally {
		await handle.close();
	}
}

describe.each([...new Set(DIRECTIONS.map(([from]) => from))])("a service on the %s database", (from) => {
	let source: TestService;
	let keys: string[];
	let path: string;
	beforeAll(async () => {
		source = await createTestService(from);
		({ keys } = await createSavedWorld(source, source.database.pool));
		path = join(directory, `${from}.backup`);
		await exportArchive(
			{ openSnapshot: snapshotsOf(source.database.pool), files: source.files, secrets: source },
			{ path, passphrase: PASSPHRASE, work: QUICK },
		);
	});
	afterAll(() => source.drop());

	const targets = DIRECTIONS.filter(([direction]) => direction === from).map(([, to]) => to);
	test.each(targets)("is the same on the %s database, row by row and file by file", async (to) => {
		const database = await createTestDatabase(to);
		for (const [name, value] of Object.entries(objects.environment)) vi.stubEnv(name, value);
		const files =
			to === "postgres"
				? openFileStore(objects.url(`from-${from}`), join(directory, "work"))
				: new LocalFileStore(join(directory, `files-of-${from}`));
		try {
			expect(await importInto({ pool: database.pool, files }, path)).toEqual({ kept: 0 });
			expect(await everything(database.pool)).toEqual(await everything(source.database.pool));
			const unconfirmed = { name: UNCONFIRMED_FACT, value: expect.stringMatching(/^\d{4}-.*Z$/) };
			expect(await database.prisma.serviceFact.findMany({ where: { name: UNCONFIRMED_FACT } })).toMatchObject([
				unconfirmed,
			]);
			const names = [...keys, "builds/of-nobody.tgt"];
			const [whole, restored] = [await contents(source.files, names), await contents(files, names)];
			expect(restored).toEqual([...whole.slice(0, -1), undefined]);
			// Of a process that has only the database, the file store and the secret.
			const signals = new EventEmitter();
			const audit = await verifyAudit({ ...source, prisma: database.prisma, files, signals });
			expect(audit).toMatchObject({ problem: null, waiting: 5 });
			expect(audit).toEqual(await verifyAudit(source));
			await refuseWhatTheServiceRefuses(database);
			await expect(importInto({ pool: database.pool, files }, path)).rejects.toThrow(
				/^the database is not empty: its table \w+ has rows; use a new one$/,
			);
		} finally {
			await database.drop();
		}
	});
});

/** Triggers and foreign keys are at work again. */
async function refuseWhatTheServiceRefuses({ pool }: Database): Promise<void> {
	await expect(pool.query("DELETE FROM audit_events")).rejects.toThrow("an audit event is never changed or deleted");
	await expect(pool.query("DELETE FROM users")).rejects.toThrow("foreign key");
	const { rows } = await pool.query("UPDATE targets SET name = name || '!' RETURNING id");
	const changes = await pool.query<{ type: string }>("SELECT DISTINCT type FROM change_events ORDER BY 1");
	expect([rows.length > 0, changes.rows.map(({ type }) => type)]).toEqual([true, ["swept", "target"]]);
}

test("a database without tables is brought to the archive's state, and a file that is there stays", async () => {
	const empty = await createEmptyDatabase(kind ?? "embedded");
	const { pool } = empty;
	try {
		const files = new LocalFileStore(join(directory, "files-of-embedded"));
		const { kept } = await importInto({ pool, files }, join(directory, `${DIRECTIONS[0]?.[0]}.backup`));
		expect(kept).toBe(DIRECTIONS[0]?.[1] === "embedded" ? 4 : 0);
		const { prisma } = createDatabase({ kind: kind ?? "embedded", pool, close: async () => undefined });
		expect(await prisma.organization.count()).toBe(5);
	} finally {
		await empty.drop();
	}
});

test("an import that breaks leaves a database without rows; one of another state is refused", async () => {
	const database = await createTestDatabase();
	const { pool } = database;
	try {
		const target = { pool, files: new LocalFileStore(join(directory, "files-of-nobody")) };
		await pool.query("ALTER TABLE users ADD CONSTRAINT none CHECK (false)");
		const path = join(directory, `${DIRECTIONS[0]?.[0]}.backup`);
		await expect(importInto(target, path)).rejects.toThrow('new row for relation "users" violates');
		const { sequences, ...tables } = await everything(pool);
		expect(Object.keys(tables).filter((name) => tables[name]?.length !== 0)).toEqual([]);
		expect(sequences?.filter((at) => !at.endsWith(" unused"))).toEqual([]);
		await pool.query("DELETE FROM _prisma_migrations WHERE migration_name = '20261128000000_initial'");
		await expect(importInto(target, path)).rejects.toThrow(
			"the database lacks the migration 20261128000000_initial, unlike the archive: use a database without",
		);
		await pool.query("DROP TABLE _prisma_migrations CASCADE");
		await expect(importInto(target, path)).rejects.toThrow("the database is not empty: it has the table access_tokens");
	} finally {
		await database.drop();
	}
});

test("no table is forgotten: each of schema.prisma is copied or named with the reason", async () => {
	const { pool, drop } = await createTestDatabase();
	const client = await pool.connect();
	const copied = (await readCopiedTables(client)).map(({ name }) => name);
	client.release();
	await drop();
	const schema = await readFile(projectSchema().schemaPath, "utf8");
	const named = [...schema.matchAll(/@@map\("(\w+)"\)/g)].map(([, name]) => name);
	expect(named.length).toBeGreaterThan(50);
	expect([...copied, ...NOT_COPIED].sort()).toEqual([...named, "_prisma_migrations"].sort());
});
