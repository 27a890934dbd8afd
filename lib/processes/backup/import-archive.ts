import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { type FileHandle, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type pg from "pg";
import { rememberImported } from "@/lib/domain/audit/chain/remember-imported";
import { UNCONFIRMED_FACT } from "@/lib/domain/targets/unconfirmed-opt-outs";
import { ArchiveError } from "@/lib/platform/archive/archive-error";
import type { ArchiveKey } from "@/lib/platform/archive/archive-key";
import { type ArchiveEntry, ArchiveReader } from "@/lib/platform/archive/archive-reader";
import { readCopiedTables } from "@/lib/platform/db/copy/copied-tables";
import { inBatches, prepareCopy, readRows, writeRows } from "@/lib/platform/db/copy/copy-rows";
import { LoadError, loadTables, prepareForLoad, replaceFact } from "@/lib/platform/db/copy/load-tables";
import { liftAnswerBound } from "@/lib/platform/db/watch-connections";
import type { FileStore } from "@/lib/platform/files/file-store";
import { FILE_STORE_FACT } from "@/lib/processes/startup/service-identity";
import { Digest, type EntryAbout, entryAbout, type Manifest } from "./archive-contents";
import { checkArchive } from "./check-archive";

/** Where an archive is imported. */
export interface ImportTarget {
	readonly pool: pg.Pool;
	readonly files: FileStore;
}

/** An archive that is open, and was read to its end without a fault. */
export interface CheckedArchive {
	readonly handle: FileHandle;
	readonly key: ArchiveKey;
	readonly manifest: Manifest;
}

/** The result of an import. */
export interface Imported {
	/** Files that were there already, as the archive has them. */
	readonly kept: number;
}

export async function checkedArchive(handle: FileHandle, key: ArchiveKey): Promise<CheckedArchive> {
	return { handle, key, manifest: await checkArchive(new ArchiveReader(handle, key)) };
}

/**
 * Puts an archive into an empty database and a file store. Files come first, and those that are there
 * stay, so that a repeated import goes on. The database is one transaction.
 * @throws LoadError where the database is not empty or at another state
 */
export async function importArchive(target: ImportTarget, archive: CheckedArchive): Promise<Imported> {
	const { handle, key, manifest } = archive;
	await prepareForLoad(target.pool, manifest.migrations);
	const entries = new Entries(new ArchiveReader(handle, key));
	let kept = 0;
	const files = new Map(manifest.files.map((file) => [file.key, file]));
	for (let entry = await entries.next(); entry.about.entry === "file"; entry = await entries.next()) {
		const wanted = files.get(entry.about.key);
		if (wanted === undefined) continue;
		if (await hasFile(target.files, wanted)) kept += 1;
		else await putFile(target.files, wanted, entry.body);
	}
	await loadDatabase(target, manifest, entries);
	return { kept };
}

type WantedFile = Manifest["files"][number];

async function hasFile(store: FileStore, { key, size, sha256 }: WantedFile): Promise<boolean> {
	const found = await store.stat(key);
	if (found?.size !== size) return false;
	return (await new Digest().take(await store.createReadStream(key))).sha256() === sha256;
}

/** A file's bytes never change under its key, so one that differs is damaged, and replaced. */
async function putFile(store: FileStore, { key, sha256 }: WantedFile, body: AsyncIterable<Buffer>): Promise<void> {
	const path = join(await store.workDirectory(), `import-${randomUUID()}`);
	try {
		const digest = new Digest();
		await pipeline(digest.pass(body), createWriteStream(path, { flags: "wx", mode: 0o600 }));
		if (digest.sha256() !== sha256) throw new ArchiveError("the archive was changed while it was imported");
		await store.put(key, path);
	} finally {
		await rm(path, { force: true });
	}
}

async function loadDatabase({ pool, files }: ImportTarget, manifest: Manifest, entries: Entries): Promise<void> {
	const client = await pool.connect();
	const restoreAnswerBound = liftAnswerBound(client);
	try {
		await client.query("BEGIN");
		await prepareCopy(client);
		const tables = manifest.tables.map(({ table }) => table);
		await loadTables(client, { tables, sequences: manifest.sequences }, async () => {
			for (let entry = entries.current; entry.about.entry === "table"; entry = await entries.next()) {
				const { table } = entry.about;
				await pipeline(entry.body, createGunzip(), (rows) => writeRows(client, table, inBatches(rows)));
			}
		});
		await compareTables(client, manifest);
		await replaceFact(client, FILE_STORE_FACT, await files.identity());
		await replaceFact(client, UNCONFIRMED_FACT, new Date().toISOString());
		await client.query("ANALYZE");
		await rememberImported(client, { ...manifest, files });
		await client.query("COMMIT");
	} catch (error) {
		await client.query("ROLLBACK").catch(() => undefined);
		throw error;
	} finally {
		restoreAnswerBound();
		client.release();
	}
}

/** Reads the written rows, as the export read them. */
async function compareTables(client: pg.PoolClient, manifest: Manifest): Promise<void> {
	const wanted = new Map(manifest.tables.map(({ table, sha256 }) => [table.name, sha256]));
	for (const table of await readCopiedTables(client)) {
		const digest = await new Digest().take(readRows(client, table));
		if (digest.sha256() === wanted.get(table.name)) continue;
		throw new LoadError(`the written rows of the table ${table.name} differ from those of the archive`);
	}
}

/** Entries one by one. */
class Entries {
	readonly #entries: AsyncGenerator<ArchiveEntry>;
	current: { readonly about: EntryAbout; readonly body: ArchiveEntry["body"] } = {
		about: { entry: "manifest" },
		body: Readable.from([]),
	};

	constructor(reader: ArchiveReader) {
		this.#entries = reader.entries();
	}

	async next(): Promise<Entries["current"]> {
		const { value } = await this.#entries.next();
		if (value === undefined) throw new ArchiveError("the archive was changed while it was imported");
		this.current = { about: entryAbout.parse(value.about), body: value.body };
		return this.current;
	}
}
