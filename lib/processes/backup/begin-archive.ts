import { type FileHandle, open } from "node:fs/promises";
import { tryLock } from "fs-native-extensions";
import { ArchiveError } from "@/lib/platform/archive/archive-error";
import { type ArchiveKey, makeArchiveKey, openArchiveKey } from "@/lib/platform/archive/archive-key";
import { ArchiveReader } from "@/lib/platform/archive/archive-reader";
import { ArchiveWriter } from "@/lib/platform/archive/archive-writer";
import { Digest, entryAbout } from "./archive-contents";

/** How a passphrase is made a key: less work in tests alone. */
export type KeyWork = Parameters<typeof makeArchiveKey>[1];

/** An archive that is being written. */
export interface BegunArchive {
	readonly handle: FileHandle;
	readonly writer: ArchiveWriter;
	/** The files that it has, by their keys. */
	readonly files: Map<string, { readonly size: number; readonly sha256: string }>;
}

/**
 * Begins an archive, or goes on with one that a process that ended has left: the files that it has as
 * a whole stay, and the rest is written again.
 * @throws ArchiveError when another process writes it, or it was begun with another passphrase
 */
export async function beginArchive(path: string, passphrase: string, work?: KeyWork): Promise<BegunArchive> {
	const handle = await open(path, "a+", 0o600).then(async (file) => {
		// "a+" creates it, and writes at the end alone.
		await file.close();
		return open(path, "r+");
	});
	try {
		if (!tryLock(handle.fd)) throw new ArchiveError(`another process writes ${path}: wait for its end`);
		const { size } = await handle.stat();
		return size === 0 ? await beginAnew(handle, passphrase, work) : await goOn(handle, path, passphrase, work);
	} catch (error) {
		await handle.close();
		throw error;
	}
}

async function beginAnew(handle: FileHandle, passphrase: string, work?: KeyWork): Promise<BegunArchive> {
	const key = await makeArchiveKey(passphrase, work);
	await handle.truncate(0);
	await handle.write(key.header, 0, key.header.length, 0);
	const writer = new ArchiveWriter(handle, key, { position: key.header.length, entries: 0 });
	return { handle, writer, files: new Map() };
}

async function goOn(handle: FileHandle, path: string, passphrase: string, work?: KeyWork): Promise<BegunArchive> {
	let key: ArchiveKey;
	try {
		key = await openArchiveKey(handle, passphrase);
	} catch (error) {
		if (!(error instanceof ArchiveError)) throw error;
		throw new ArchiveError(`${path} is left of an earlier export, which cannot be resumed: remove it`);
	}
	const reader = new ArchiveReader(handle, key);
	const files: BegunArchive["files"] = new Map();
	try {
		for await (const { about, body } of reader.entries()) {
			const entry = entryAbout.parse(about);
			if (entry.entry !== "file") break;
			const digest = await new Digest().take(body);
			files.set(entry.key, { size: digest.size, sha256: digest.sha256() });
		}
	} catch (error) {
		// Where the process ended.
		if (!(error instanceof ArchiveError)) throw error;
	}
	if (files.size === 0) return beginAnew(handle, passphrase, work);
	const end = reader.end;
	await handle.truncate(end.position);
	return { handle, writer: new ArchiveWriter(handle, key, end), files };
}
