import { open, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { ArchiveError } from "@/lib/platform/archive/archive-error";
import { readCopiedSequences, readCopiedTables, readFileKeys } from "@/lib/platform/db/copy/copied-tables";
import { readRows } from "@/lib/platform/db/copy/copy-rows";
import type { OpenSnapshot, Snapshot } from "@/lib/platform/db/copy/snapshots";
import { readHistory } from "@/lib/platform/db/migrate";
import type { FileStore } from "@/lib/platform/files/file-store";
import { isFileMissing } from "@/lib/platform/files/storage-problem";
import type { Secrets } from "@/lib/platform/secrets";
import { Digest, type EntryAbout, type Manifest } from "./archive-contents";
import { type BegunArchive, beginArchive, type KeyWork } from "./begin-archive";

/** The service to export. */
export interface ExportSource {
	readonly openSnapshot: OpenSnapshot;
	readonly files: FileStore;
	readonly secrets: Secrets;
}

export interface ArchiveTarget {
	readonly path: string;
	readonly passphrase: string;
	/** Less in tests alone. */
	readonly work?: KeyWork;
}

/** This level packs nearly as well as the default one, in a third of the time. */
const PACKING = { level: 3 };

/**
 * Writes the whole service into an archive: one snapshot of its database, and all files that it names.
 * The archive has its name once it is complete; until then it has `.part` behind, and a later call
 * goes on with it.
 * @throws ArchiveError, and errors of database, file store and disk
 */
export async function exportArchive(
	source: ExportSource,
	{ path, passphrase, work }: ArchiveTarget,
): Promise<Manifest> {
	const isThere = await stat(path).catch(() => undefined);
	if (isThere !== undefined) throw new ArchiveError(`${path} is there already: name a new file`);
	const part = `${path}.part`;
	const archive = await beginArchive(part, passphrase, work);
	try {
		const manifest = await writeArchive(source, archive);
		await archive.handle.sync();
		await rename(part, path);
		await syncDirectory(dirname(path));
		return manifest;
	} finally {
		await archive.handle.close();
	}
}

/**
 * Files are copied first, beside a snapshot that is given up, because that may take hours. A second
 * snapshot then lacks a few. A file of it may be removed before it is copied: it takes another one, until
 * no file is missing but those that were missing before, which the store has lost.
 */
async function writeArchive(source: ExportSource, archive: BegunArchive): Promise<Manifest> {
	const lost = new Set<string>();
	for (let taken = 1; ; taken++) {
		let first: readonly string[] = [];
		const snapshot = await source.openSnapshot();
		try {
			const keys = await readFileKeys(snapshot.client);
			if (taken === 1 && keys.some((key) => !archive.files.has(key))) first = keys;
			else {
				const missing = await copyFiles(source.files, keys, archive);
				if (missing.every((key) => lost.has(key))) {
					return await writeTables(source, snapshot, archive, { keys, missing });
				}
				for (const key of missing) lost.add(key);
			}
		} finally {
			await snapshot.close();
		}
		for (const key of await copyFiles(source.files, first, archive)) lost.add(key);
	}
}

/** Copies the files that the archive lacks; gives the keys of those that the store lacks, too. */
async function copyFiles(
	store: FileStore,
	keys: readonly string[],
	{ writer, files }: BegunArchive,
): Promise<string[]> {
	const missing: string[] = [];
	for (const key of keys) {
		if (files.has(key)) continue;
		const digest = new Digest();
		try {
			const content = await store.createReadStream(key);
			await writer.add({ entry: "file", key } satisfies EntryAbout, digest.pass(content));
			files.set(key, { size: digest.size, sha256: digest.sha256() });
		} catch (error) {
			if (!isFileMissing(error)) throw error;
			missing.push(key);
		}
	}
	return missing;
}

async function writeTables(
	{ secrets }: ExportSource,
	{ client, takenAt }: Snapshot,
	{ writer, files }: BegunArchive,
	{ keys, missing }: { readonly keys: readonly string[]; readonly missing: string[] },
): Promise<Manifest> {
	const tables: Manifest["tables"] = [];
	for (const table of await readCopiedTables(client)) {
		const digest = new Digest();
		const about = { entry: "table", table } satisfies EntryAbout;
		await pipeline(digest.pass(readRows(client, table)), createGzip(PACKING), (packed) => writer.add(about, packed));
		tables.push({ table, rows: digest.lines, sha256: digest.sha256() });
	}
	const history = await readHistory(client);
	const manifest: Manifest = {
		takenAt: takenAt.toISOString(),
		migrations: history.map(({ name, checksum }) => ({ name, checksum })),
		tables,
		sequences: await readCopiedSequences(client),
		files: keys.flatMap((key) => {
			const file = files.get(key);
			return file === undefined ? [] : [{ key, ...file }];
		}),
		missing,
		secret: secrets.secret,
		...(secrets.previousSecret === undefined ? {} : { previousSecret: secrets.previousSecret }),
	};
	const about = { entry: "manifest" } satisfies EntryAbout;
	await writer.add(about, inPieces(JSON.stringify(manifest)), { isLast: true });
	return manifest;
}

async function* inPieces(text: string): AsyncGenerator<Buffer> {
	yield Buffer.from(text);
}

async function syncDirectory(path: string): Promise<void> {
	const directory = await open(path, "r");
	try {
		await directory.sync();
	} finally {
		await directory.close();
	}
}
