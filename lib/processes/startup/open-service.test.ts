import { mkdtemp, readdir, rm, stat, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { withDuckDb } from "@/lib/engine/audience/duckdb";
import { openDatabase } from "@/lib/platform/db/client";
import { DatabaseInUseError } from "@/lib/platform/db/embedded/directory-lock";
import { EnvironmentError, parseEnvironment } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { eventually } from "@/lib/tools/testing/eventually";
import { type SilentServer, startSilentServer } from "@/lib/tools/testing/silent-server";
import { mountSmallDisk } from "@/lib/tools/testing/small-disk";
import { explainFullDisk } from "./explain-full-disk";
import { openService } from "./open-service";
import { ServiceIdentityError } from "./service-identity";

/** Fits a part of a new database. */
const { directory, isMounted, remove } = mountSmallDisk(4);
afterAll(remove);

describe("a full disk", () => {
	test.runIf(isMounted)("fails the first start with DATA_DIR, its value and the free space", async () => {
		const dataDirectory = join(directory, "data");
		const refused = await openService(parseEnvironment({ DATA_DIR: dataDirectory })).catch((error: unknown) => error);
		expect(refused).toBeInstanceOf(EnvironmentError);
		const { bavail, bsize } = await statfs(directory);
		const left = `${((bavail * bsize) / 1_000_000).toFixed(1)} MB left`;
		expect(String(refused)).toContain(`DATA_DIR is ${dataDirectory}, on a disk with ${left}: free some space (`);
		expect(String(refused)).not.toContain("LOG:");
	});

	test("is reported before the error, unless it is not the cause", async () => {
		const failing = (error: unknown, tooLittle: number) =>
			explainFullDisk(directory, () => Promise.reject(error), tooLittle).catch((thrown: unknown) => thrown);
		const stopped = new Error("the embedded database has stopped");
		expect(String(await failing(stopped, Number.MAX_VALUE))).toMatch(
			/DATA_DIR is \S+, on a disk with \d+\.\d MB left: free some space \(the embedded database has stopped\)$/,
		);
		expect(await failing(stopped, 0)).toBe(stopped);
		for (const told of [new DatabaseInUseError(directory, "another"), new EnvironmentError("PORT is none")]) {
			expect(await failing(told, Number.MAX_VALUE)).toBe(told);
		}
	});
});

describe("an unusable FILE_STORE_URL", () => {
	let data: string;
	beforeEach(async () => {
		data = await mkdtemp(join(tmpdir(), "refused-"));
		for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]) vi.stubEnv(name, "hidden");
	});
	afterEach(async () => {
		vi.unstubAllEnvs();
		await rm(data, { recursive: true, force: true });
	});

	test.each(["s3://files/a?endpoint=http://127.0.0.1:9", "file:///proc/none"])(
		"fails the start by name, before the database is migrated: %s",
		async (url) => {
			const start = openService(parseEnvironment({ DATA_DIR: data, FILE_STORE_URL: url }));
			const refused = String(
				await start.then(
					({ database }) => database.close().then(() => "started"),
					(error: unknown) => error,
				),
			);
			expect(refused).toMatch(/FILE_STORE_URL (names|is)/);
			expect(refused).not.toContain("hidden");
			const database = await openDatabase({ dataDir: data });
			const { rows } = await database.pool.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
			await database.close();
			expect(rows).toEqual([]);
		},
	);
});

test("what a service and its libraries write below DATA_DIR is for its user alone", async () => {
	const data = await mkdtemp(join(tmpdir(), "private-"));
	const before = process.umask(0o022);
	try {
		const { service, database } = await openService(parseEnvironment({ DATA_DIR: data }));
		const work = await service.files.workDirectory();
		await withDuckDb({ tempDirectory: work, memoryLimitMb: 100 }, (db) =>
			db.run(`COPY (SELECT 1 AS one) TO '${join(work, "one.parquet")}' (FORMAT parquet)`),
		);
		await writeFile(join(work, "upload"), "hello");
		await service.files.put("builds/a/1.tgt", join(work, "upload"));
		await database.close();
		const entries = await readdir(data, { recursive: true, withFileTypes: true });
		const modes = entries.map(async (entry) => {
			const { mode } = await stat(join(entry.parentPath, entry.name));
			return `${entry.isDirectory() ? "directory" : "file"} ${(mode & 0o777).toString(8)}`;
		});
		expect([...new Set(await Promise.all(modes))].sort()).toEqual(["directory 700", "file 600"]);
		expect(entries.map(({ name }) => name)).toEqual(expect.arrayContaining(["1.tgt", "one.parquet", "secret"]));
	} finally {
		process.umask(before);
		await rm(data, { recursive: true, force: true });
	}
});

describe("a start with the database of another service", () => {
	let data: string;
	beforeEach(async () => {
		data = await mkdtemp(join(tmpdir(), "other-"));
	});
	afterEach(() => rm(data, { recursive: true, force: true }));

	const environment = (settings: Record<string, string>) =>
		parseEnvironment({ DATA_DIR: data, NEXTAUTH_SECRET: "a".repeat(40), ...settings });

	test("fails by name, without migrating the database", async () => {
		const { database: first, service } = await openService(environment({}));
		vi.useFakeTimers({ toFake: ["Date"], now: 0 });
		// Not the machine's time, which processes of a service may disagree about.
		expect(service.now().getTime()).toBeGreaterThan(Date.UTC(2026, 0));
		vi.useRealTimers();
		// As an older version left it, without a migration.
		await first.pool.query(
			"DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)",
		);
		const history = "SELECT count(*)::int AS applied FROM _prisma_migrations";
		const { rows: before } = await first.pool.query(history);
		await first.close();
		const elsewhere = `file://${join(data, "elsewhere")}`;
		for (const [name, value] of [
			["NEXTAUTH_SECRET", "b".repeat(40)],
			["FILE_STORE_URL", elsewhere],
		] as const) {
			const refused = await openService(environment({ [name]: value })).catch((error: unknown) => error);
			expect(refused).toBeInstanceOf(ServiceIdentityError);
			expect(String(refused)).toContain(`${name} is not the`);
		}
		const database = await openDatabase({ dataDir: data });
		const { rows: after } = await database.pool.query(history);
		await database.close();
		expect(after).toEqual(before);
	});
});

describe("a server that does not respond at the start", () => {
	let silent: SilentServer;
	let dataDirectory: string;
	beforeEach(async () => {
		silent = await startSilentServer();
		dataDirectory = await mkdtemp(join(tmpdir(), "silent-"));
	});
	afterEach(async () => {
		silent.stop();
		vi.restoreAllMocks();
		vi.unstubAllEnvs();
		await rm(dataDirectory, { recursive: true, force: true });
	});

	/** Returns the log until the server hangs up, and the error of the start. */
	async function startWith(settings: Record<string, string>) {
		const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
		const start = openService(parseEnvironment({ DATA_DIR: dataDirectory, ...settings }));
		const ended = start.then(
			() => "started",
			(error: unknown) => String(error),
		);
		await eventually(() => expect(warned).toHaveBeenCalled());
		silent.stop();
		return { told: warned.mock.calls, ended: await ended };
	}

	test("is logged meanwhile: the object store", async () => {
		for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]) vi.stubEnv(name, "hidden");
		const url = `s3://files/a?endpoint=http://${silent.at}`;
		const { told, ended } = await startWith({ FILE_STORE_URL: url });
		expect(told).toEqual([[{ waiting_for: "the file store", at: url }, "the start is waiting for a response"]]);
		expect(ended).toContain(`FILE_STORE_URL names the bucket files at http://${silent.at}, which is not usable`);
	});

	test("is logged meanwhile: the database, without its credentials", async () => {
		const { told, ended } = await startWith({ DATABASE_URL: `postgresql://me:hidden@${silent.at}/targeting` });
		const at = `${silent.at}/targeting`;
		expect(told).toEqual([[{ waiting_for: "the database", at }, "the start is waiting for a response"]]);
		expect(ended).toContain(`PostgreSQL at ${at} cannot be used`);
	});
});
