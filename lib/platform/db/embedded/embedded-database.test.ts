import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DatabaseInUseError, lockDirectory } from "@/lib/platform/db/embedded/directory-lock";
import { openEmbeddedPool } from "@/lib/platform/db/embedded/open-embedded-pool";
import { createPglitePool } from "@/lib/platform/db/embedded/pglite-pool";
import { type Child, prepareChild, removeChildBundles } from "@/lib/platform/db/testing/child-process";

const unexpected = (error: Error) => {
	throw error;
};

let directory: string;
/** Shared by the tests, because creating a database takes most of the time. */
let dataDir: string;
let startWriter: (args: string[]) => Child;

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "targeting-database-"));
	dataDir = join(directory, "data");
	const { close } = await openEmbeddedPool({ dataDir, onError: unexpected });
	await close();
	startWriter = await prepareChild("write-rows");
});

afterAll(async () => {
	await removeChildBundles();
	await rm(directory, { recursive: true, force: true });
});

/** Kills the child after `count` acknowledged rows; gives the number of the last one. */
async function killAfter({ process, lines, ended }: Child, count: number): Promise<number> {
	let last = 0;
	for (let acknowledged = 0; acknowledged < count; acknowledged++) last = Number((await lines.next()).value);
	process.kill("SIGKILL");
	await ended;
	for (let line = await lines.next(); !line.done; line = await lines.next()) last = Number(line.value);
	return last;
}

describe("a directory with an embedded database", () => {
	test("keeps every acknowledged row through kill -9, and opens again although the guard was left behind", async () => {
		let last = 0;
		for (const round of [1, 2, 3]) {
			const child = startWriter([dataDir]);
			expect((await child.lines.next()).value).toBe("open");
			last = await killAfter(child, 20 * round);
		}
		const { pool, close } = await openEmbeddedPool({ dataDir, onError: unexpected });
		const { rows } = await pool.query("SELECT count(*)::int AS count, max(number) AS last FROM written");
		await close();
		// The row under way when the process was killed may have been committed unacknowledged.
		expect(rows[0].count).toBe(rows[0].last);
		expect(rows[0].last - last).toBeOneOf([0, 1]);
	});

	test("is refused to a second process, by an error that names the first", async () => {
		const child = startWriter([dataDir]);
		await child.lines.next();
		const refusal = openEmbeddedPool({ dataDir, onError: unexpected });
		await expect(refusal).rejects.toThrow(DatabaseInUseError);
		await expect(refusal).rejects.toThrow(dataDir);
		await expect(refusal).rejects.toThrow(
			new RegExp(`in use by process ${child.process.pid} \\(node .*write-rows.* since \\d{4}-\\d\\d-\\d\\dT`),
		);
		child.process.kill("SIGKILL");
		await child.ended;
	});

	test("is refused to the same process as well, until it is closed", async () => {
		const { close } = await openEmbeddedPool({ dataDir, onError: unexpected });
		await expect(openEmbeddedPool({ dataDir, onError: unexpected })).rejects.toThrow(`process ${process.pid} `);
		await close();
		const again = await openEmbeddedPool({ dataDir, onError: unexpected });
		await again.close();
	});

	test("is readable by nobody else, nor is any file in it, also of a copy that was put back", async () => {
		const modes = async () => {
			const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
			const found = await Promise.all(
				entries.map(async (entry) => {
					const { mode } = await stat(join(entry.parentPath, entry.name));
					return `${entry.isDirectory() ? "directory" : "file"} ${(mode & 0o777).toString(8)}`;
				}),
			);
			return [...new Set(found)].sort();
		};
		expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
		expect(await modes()).toEqual(["directory 700", "file 600"]);
		await chmod(join(dataDir, "database", "PG_VERSION"), 0o666);
		await chmod(join(dataDir, "database", "base"), 0o755);
		const { pool, close } = await openEmbeddedPool({ dataDir, onError: unexpected });
		await pool.query("CREATE TABLE newly (number int); INSERT INTO newly VALUES (1)");
		await close();
		expect(await modes()).toEqual(["directory 700", "file 600"]);
	});

	test("is created again after an interrupted creation", async () => {
		const halfDir = join(directory, "half");
		lockDirectory(halfDir).release();
		await writeFile(join(halfDir, "database.new"), "half of a database");
		const { pool, close } = await openEmbeddedPool({ dataDir: halfDir, onError: unexpected });
		expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
		await close();
	});

	test("that holds something else is refused with PostgreSQL's own words", async () => {
		const brokenDir = join(directory, "broken");
		lockDirectory(brokenDir).release();
		await mkdir(join(brokenDir, "database"));
		await writeFile(join(brokenDir, "database", "PG_VERSION"), "9\n");
		await expect(openEmbeddedPool({ dataDir: brokenDir, onError: unexpected })).rejects.toThrow(
			/does not start: .*postgresql\.conf/,
		);
	});

	test("restarts after PostgreSQL has ended, with all committed rows", async () => {
		const { pool, thread } = createPglitePool({ directory: join(dataDir, "database"), durable: true });
		pool.on("error", () => undefined);
		await pool.query("CREATE TABLE survivors AS SELECT 1 AS n");
		// PostgreSQL ends the session, here the whole server, on a message of unknown type.
		await expect(thread.query(Uint8Array.of(0x7a, 0, 0, 0, 4))).rejects.toThrow(
			/has stopped: .* FATAL: {2}invalid frontend message type 122$/,
		);
		expect((await pool.query("SELECT * FROM survivors")).rows).toEqual([{ n: 1 }]);
		await pool.end();
		await thread.close();
	});

	test("waits for the disk at commit", async () => {
		const { pool, close } = await openEmbeddedPool({ dataDir, onError: unexpected });
		const { rows } = await pool.query(
			"SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'wal_sync_method', 'synchronous_commit') ORDER BY name",
		);
		expect(rows.map(({ setting }) => setting)).toEqual(["on", "on", "fsync"]);
		await pool.query("CREATE TABLE committed (n int)");
		await pool.query("SELECT pg_stat_force_next_flush()");
		const syncs = await pool.query("SELECT fsyncs FROM pg_stat_io WHERE object = 'wal' AND context = 'normal' LIMIT 1");
		expect(Number(syncs.rows[0].fsyncs)).toBeGreaterThan(0);
		await close();
	});
});

describe("the lock", () => {
	test("takes a file left by a crash, and records its holder", async () => {
		const lockDir = join(directory, "stale");
		lockDirectory(lockDir).release();
		const file = join(lockDir, "database.lock");
		await writeFile(file, '{"pid":1,"command":"gone","since":"2020-01-01T00:00:00.000Z"}'.padEnd(500));
		const lock = lockDirectory(lockDir);
		const holder = JSON.parse(await readFile(file, "utf8"));
		expect(holder).toEqual({ pid: process.pid, command: expect.any(String), since: expect.any(String) });
		lock.release();
		expect(await readFile(file, "utf8")).toBe("");
	});
});
