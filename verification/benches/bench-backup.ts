/**
 * `npm run bench:backup -- [--database postgres] [--deployments 100000]`: how long an export, its
 * check and an import take, and how large the archive is, of a world of so many deployments, whose
 * builds have files of 10 kB. The import is into the embedded database.
 */
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, open, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openArchiveKey } from "@/lib/platform/archive/archive-key";
import { type Database, openDatabase } from "@/lib/platform/db/client";
import { readFileKeys } from "@/lib/platform/db/copy/copied-tables";
import { snapshotsOf } from "@/lib/platform/db/copy/snapshots";
import { copyDatabase } from "@/lib/platform/db/embedded/copy-database";
import { LocalFileStore } from "@/lib/platform/files/local-file-store";
import { exportArchive } from "@/lib/processes/backup/export-archive";
import { checkedArchive, importArchive } from "@/lib/processes/backup/import-archive";
import { filledDatabase } from "./databases";
import { forgetPeak, peakMegabytes } from "./peak-memory";
import { isCount, readOptions } from "./read-options";

const FILE_BYTES = 10_000;

const { database: kind, deployments } = readOptions(
	"npm run bench:backup -- [--database embedded|postgres] [--deployments 100000]",
	{ database: { type: "string", default: "embedded" }, deployments: { type: "string", default: "100000" } },
	({ database, deployments: count = "" }) => {
		if (!["embedded", "postgres"].includes(database)) return "--database is embedded or postgres.";
		return isCount(count) ? undefined : "--deployments is a whole number.";
	},
);
const place = await mkdtemp(join(tmpdir(), "targeting-bench-backup-"));
const count = Number(deployments);
const sizes = { designs: count / 2, deployments: count, requested: Math.ceil(count / 40), targets: 24 };
const { where, remove } = await filledDatabase(kind as Database["kind"], sizes);
try {
	await measure();
} finally {
	await rm(place, { recursive: true, force: true });
	await remove();
}

async function measure(): Promise<void> {
	const database = await openDatabase(where);
	const files = new LocalFileStore(join(place, "files"));
	await storeFiles(database, files);
	const { rows } = await database.pool.query("SELECT pg_size_pretty(pg_database_size(current_database())) AS size");
	print(`database of ${count.toLocaleString("en-US")} deployments: ${rows[0].size}`);
	if ("dataDir" in where) {
		await timed("copy beside a running service, which waits", () =>
			copyDatabase(database.pool, where.dataDir, join(place, "copy")),
		);
	}
	const path = join(place, "all.backup");
	const passphrase = "a passphrase of a benchmark";
	const source = { openSnapshot: snapshotsOf(database.pool), files, secrets: { secret: "none" } };
	const manifest = await timed("export", () => exportArchive(source, { path, passphrase }));
	await database.close();
	const total = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
	const megabytes = Math.round((await stat(path)).size / 1e6);
	print(`archive: ${megabytes} MB with ${total.toLocaleString("en-US")} rows and ${manifest.files.length} files`);
	const handle = await open(path, "r");
	const archive = await timed("check", async () => checkedArchive(handle, await openArchiveKey(handle, passphrase)));
	const target = await openDatabase({ dataDir: join(place, "imported") });
	const into = new LocalFileStore(join(place, "imported", "files"));
	await timed("import into the embedded database, its check not included", () =>
		importArchive({ pool: target.pool, files: into }, archive),
	);
	await handle.close();
	await target.close();
}

async function storeFiles({ pool }: Database, files: LocalFileStore): Promise<void> {
	const client = await pool.connect();
	const keys = await readFileKeys(client);
	client.release();
	const content = randomBytes(FILE_BYTES);
	await mkdir(join(files.directory(), "builds"), { recursive: true });
	// As `put` would do, without waiting for the disk.
	for (const key of keys) await writeFile(join(files.directory(), key), content);
}

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
	await forgetPeak(process.pid);
	const from = performance.now();
	const result = await work();
	const seconds = ((performance.now() - from) / 1_000).toFixed(1);
	print(`${what}: ${seconds} s, peak memory ${(await peakMegabytes(process.pid)) ?? "?"} MB`);
	return result;
}

function print(line: string): void {
	process.stdout.write(`${line}\n`);
}
