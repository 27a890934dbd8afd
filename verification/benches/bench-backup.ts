/**
 * `npm run bench:backup -- [--database postgres] [--deployments 100000]`: how long an export, its
 * check and an import take, and how large the archive is, of a world of so many deployments, whose
 * builds have files of 10 kB. The import is into the embedded database.
 */
import { randomBytes } from "node:crypto";
import { mkdir, open, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openArchiveKey } from "@/lib/platform/archive/archive-key";
import { type Database, openDatabase } from "@/lib/platform/db/client";
import { readFileKeys } from "@/lib/platform/db/copy/copied-tables";
import { snapshotsOf } from "@/lib/platform/db/copy/snapshots";
import { copyDatabase } from "@/lib/platform/db/embedded/copy-database";
import { LocalFileStore } from "@/lib/platform/files/local-file-store";
import { exportArchive } from "@/lib/processes/backup/export-archive";
import { checkedArchive, importArchive } from "@/lib/processes/backup/import-archive";
import { count, megabytes, print, seconds, timed } from "./figures";
import { forgetPeak, usedBy } from "./processes";
import { type Kind, readOptions } from "./read-options";
import { type Where, withDatabases } from "./service";
import { withDirectory } from "./with-directory";

const FILE_BYTES = 10_000;
const PASSPHRASE = "a passphrase of a benchmark";

const { database: kind, deployments } = readOptions("bench:backup", { database: "embedded", deployments: 100_000 });
const all = { designs: deployments / 2, deployments, requested: Math.ceil(deployments / 40), targets: 24 };
await withDatabases(kind as Kind, { all }, ({ all: where }) => withDirectory((place) => measure(where, place)));

async function measure(where: Where, place: string): Promise<void> {
	const database = await openDatabase(where);
	const files = new LocalFileStore(join(place, "files"));
	await storeFiles(database, files);
	const { rows } = await database.pool.query("SELECT pg_size_pretty(pg_database_size(current_database())) AS size");
	print(`database of ${count(deployments)} deployments: ${rows[0].size}`);
	if ("dataDir" in where) {
		await step("copy beside a running service, which waits", () =>
			copyDatabase(database.pool, where.dataDir, join(place, "copy")),
		);
	}
	const path = join(place, "all.backup");
	const source = { openSnapshot: snapshotsOf(database.pool), files, secrets: { secret: "none" } };
	const manifest = await step("export", () => exportArchive(source, { path, passphrase: PASSPHRASE }));
	await database.close();
	const total = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
	const { size } = await stat(path);
	print(`archive: ${megabytes(size / 1e6)} with ${count(total)} rows and ${manifest.files.length} files`);
	const handle = await open(path, "r");
	const archive = await step("check", async () => checkedArchive(handle, await openArchiveKey(handle, PASSPHRASE)));
	const target = await openDatabase({ dataDir: join(place, "imported") });
	const into = new LocalFileStore(join(place, "imported", "files"));
	await step("import into the embedded database, its check not included", () =>
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

async function step<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
	await forgetPeak(process.pid);
	const { took, result } = await timed(work);
	print(`${what}: ${seconds(took)}, peak memory ${megabytes((await usedBy(process.pid)).peakMegabytes)}`);
	return result;
}
