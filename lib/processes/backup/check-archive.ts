import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { ArchiveError } from "@/lib/platform/archive/archive-error";
import type { ArchiveReader } from "@/lib/platform/archive/archive-reader";
import { Digest, entryAbout, type Manifest, parseManifest } from "./archive-contents";

/**
 * Reads an archive to its end, and compares everything in it with its manifest.
 * @throws ArchiveError where it is not whole
 */
export async function checkArchive(reader: ArchiveReader): Promise<Manifest> {
	const digests = new Map<string, string>();
	let manifest: Manifest | undefined;
	for await (const { about, body } of reader.entries()) {
		const entry = entryAbout.parse(about);
		if (entry.entry === "manifest") manifest = await parseManifest(body);
		else if (entry.entry === "file") digests.set(`file ${entry.key}`, (await new Digest().take(body)).sha256());
		else {
			const digest = new Digest();
			await pipeline(body, createGunzip(), (rows) => digest.take(rows));
			digests.set(`table ${entry.table.name}`, digest.sha256());
		}
	}
	if (manifest === undefined) throw new ArchiveError("the archive has no manifest at its end");
	const expected = [
		...manifest.files.map(({ key, sha256 }) => [`file ${key}`, sha256] as const),
		...manifest.tables.map(({ table, sha256 }) => [`table ${table.name}`, sha256] as const),
	];
	for (const [name, sha256] of expected) {
		if (digests.get(name) !== sha256) throw new ArchiveError(`the archive's ${name} differs from its manifest`);
	}
	return manifest;
}
