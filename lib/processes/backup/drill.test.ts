import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { chainEvents } from "@/lib/domain/audit/chain/chain-events";
import { verifyAudit } from "@/lib/domain/audit/chain/verify-audit";
import { setDatabase } from "@/lib/platform/db/client";
import { parseEnvironment } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { setService } from "@/lib/platform/service";
import { serveAdmin } from "@/lib/processes/admin/serve-admin";
import { type OpenService, openService } from "@/lib/processes/startup/open-service";
import { createEmptyDatabase, type EmptyDatabase, testDatabaseKinds } from "@/lib/tools/testing/database";
import { createProximityDesign } from "@/lib/tools/testing/world";
import { runBackup } from "./run-backup";
import { contents, createSavedWorld, everything, PASSPHRASE } from "./testing/saved-world";

const [kind] = testDatabaseKinds();
const actor = "command line (root@host)";

let place: string;
let backups: string;
const databases: EmptyDatabase[] = [];

beforeAll(async () => {
	place = await mkdtemp(join(tmpdir(), "drill-"));
	backups = join(place, "backups");
	vi.spyOn(log, "info").mockImplementation(() => undefined);
	vi.spyOn(log, "warn").mockImplementation(() => undefined);
});
afterAll(async () => {
	for (const database of databases) await database.drop();
	await rm(place, { recursive: true, force: true });
});

/** The settings of a service on a new machine. */
async function newMachine(name: string) {
	const made = kind === "postgres" ? await createEmptyDatabase(kind) : null;
	if (made !== null) databases.push(made);
	const DATA_DIR = join(place, name);
	const settings = { DATA_DIR, BACKUP_PASSPHRASE: PASSPHRASE, ...(made?.url ? { DATABASE_URL: made.url } : {}) };
	return { environment: parseEnvironment(settings), settings, DATA_DIR };
}

/** As a process starts, without its pages. */
async function start(
	environment: ReturnType<typeof parseEnvironment>,
): Promise<OpenService & { stop(): Promise<void> }> {
	const opened = await openService(environment);
	setDatabase(opened.database);
	setService(opened.service);
	const admin = environment.DATABASE_URL === undefined ? await serveAdmin(environment, "http://localhost") : null;
	const stop = async () => {
		await admin?.stop();
		await opened.database.close();
		setDatabase(undefined);
		setService(undefined);
	};
	return { ...opened, stop };
}

test("a service that was backed up under writes, and destroyed, is as it was", async () => {
	const first = await newMachine("first");
	const running = await start(first.environment);
	const { service, database } = running;
	const world = await createSavedWorld(service, database.pool);
	await createProximityDesign(service, world.designer, "before the backup");
	const before = await everything(database.pool);

	let isBacking = true;
	const written: string[] = [];
	const writer = async (number: number) => {
		for (let count = 0; isBacking; count++) {
			const { id } = await createProximityDesign(service, world.designer, `written ${number} ${count}`);
			written.push(id);
		}
	};
	const writers = [1, 2, 3].map(writer);
	const made = await runBackup(first.environment, { name: "backup", path: backups, keep: 2, actor });
	const acknowledged = written.length;
	isBacking = false;
	await Promise.all(writers);
	await createProximityDesign(service, world.designer, "after the backup");
	await chainEvents(service);
	const secret = await readFile(join(first.DATA_DIR, "secret"), "utf8");
	const files = await contents(service.files, world.keys);
	await running.stop();
	if (kind === "embedded") expect(await readdir(join(first.DATA_DIR, "files", ".work"))).toEqual([]);
	await rm(first.DATA_DIR, { recursive: true });

	expect((await stat(made.path)).mode & 0o777).toBe(0o600);
	const bytes = await readFile(made.path, "latin1");
	for (const hidden of [secret.trim(), "@example.com", "before the backup"]) expect(bytes).not.toContain(hidden);

	const second = await newMachine("second");
	const restored = await runBackup(second.environment, { name: "restore", path: backups, actor });
	expect(restored.secrets).toEqual([join(second.DATA_DIR, "secret")]);
	const again = await start(second.environment);
	try {
		expect(await readFile(join(second.DATA_DIR, "secret"), "utf8")).toBe(secret);
		expect(await contents(again.service.files, world.keys)).toEqual(files);
		await compareRows(again, before, written, acknowledged);
		expect(await verifyAudit(again.service)).toMatchObject({ problem: null });
		await chainEvents(again.service);
		expect(await verifyAudit(again.service)).toMatchObject({ problem: null, waiting: 0 });
		await refuseBesideTheService(second);
	} finally {
		await again.stop();
	}
});

/** All that was there before, and of what was written meanwhile a beginning with all that belongs to it. */
async function compareRows(
	{ database }: OpenService,
	before: Record<string, string[]>,
	written: readonly string[],
	acknowledged: number,
): Promise<void> {
	const now = await everything(database.pool);
	// Counters of lists are added up by a background job, the sequences go on, and the start has its own facts.
	for (const table of Object.keys(before).filter((name) => !["sequences", "service_facts"].includes(name))) {
		const there = new Set(now[table]);
		expect([table, before[table]?.filter((row) => !there.has(row))]).toEqual([table, []]);
	}
	const { rows } = await database.pool.query<{ name: string; sets: number; events: number; collections: number }>(`
		SELECT d.name, (SELECT count(*)::int FROM design_sets s WHERE s.design_id = d.id) AS sets,
			(SELECT count(*)::int FROM audit_events e WHERE e.design_id = d.id) AS events,
			(SELECT count(*)::int FROM design_sets s JOIN geofence_chunks c ON c.collection_id = s.geofence_collection_id
				WHERE s.design_id = d.id) AS collections
		FROM designs d WHERE d.name LIKE 'written %' OR d.name LIKE '% the backup'`);
	const meanwhile = rows.filter(({ name }) => name.startsWith("written "));
	expect(rows.find(({ name }) => name === "before the backup")).toBeDefined();
	expect(rows.find(({ name }) => name === "after the backup")).toBeUndefined();
	expect(rows.filter(({ sets, events, collections }) => sets !== 1 || events !== 1 || collections !== 1)).toEqual([]);
	expect(acknowledged).toBeGreaterThan(0);
	expect(meanwhile.length).toBeLessThanOrEqual(written.length);
}

async function refuseBesideTheService({ settings, DATA_DIR }: Awaited<ReturnType<typeof newMachine>>) {
	const attempt = (given: Partial<typeof settings> & Record<string, string> = {}) =>
		runBackup(parseEnvironment({ ...settings, ...given }), { name: "restore", path: backups, actor });
	await expect(attempt()).rejects.toThrow(kind === "embedded" ? "is in use by process" : "the database is not empty");
	await expect(attempt({ NEXTAUTH_SECRET: "another secret that is long enough" })).rejects.toThrow(
		"NEXTAUTH_SECRET is not the secret of the archive",
	);
	await expect(attempt({ BACKUP_PASSPHRASE: "" })).rejects.toThrow("a passphrase is needed");
	await expect(attempt({ BACKUP_PASSPHRASE: "short" })).rejects.toThrow("must have at least 12 characters");
	expect(existsSync(join(DATA_DIR, "secret"))).toBe(true);
}
