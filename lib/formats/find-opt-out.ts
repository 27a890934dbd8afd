import { type FileHandle, open } from "node:fs/promises";
import { parseJsonSection } from "@/lib/formats/container";
import { readDirectory, readHeader } from "@/lib/formats/container-header";
import { LONGEST_ID_WORDS, readAnyDeviceIdWords } from "@/lib/formats/device-id";
import { DIRECTORY_ENTRY_BYTES, HEADER_BYTES } from "@/lib/formats/layout";
import { OPT_OUT_WORDS, OptOutHash } from "@/lib/formats/opt-out-hash";
import { readOptOutMeta, saltBytes } from "@/lib/formats/opt-out-meta";
import { bucketOf, compareOptOuts } from "@/lib/formats/opt-out-table";

/**
 * Whether a list on disk has the device, by reading one bucket and not the whole file.
 *
 * @throws {TargetingFileError} for a damaged header; file system errors pass through
 */
export async function findOptOut(path: string, deviceId: string): Promise<boolean> {
	const id = new Uint32Array(LONGEST_ID_WORDS);
	const idBytes = readAnyDeviceIdWords(deviceId, id);
	if (idBytes === 0) return false;
	const handle = await open(path, "r");
	try {
		const { size } = await handle.stat();
		const head = await readAt(handle, 0, Math.min(size, HEADER_BYTES + 3 * DIRECTORY_ENTRY_BYTES));
		const sections = readDirectory(head, readHeader(head, size).sectionCount, size);
		const offsetOf = (name: string) => sections.find((section) => section.name === name)?.offset ?? 0;
		const json = sections.find(({ name }) => name === "META") ?? { offset: 0, length: 0 };
		const meta = readOptOutMeta(parseJsonSection("META", await readAt(handle, json.offset, json.length)));
		const sought = new Uint32Array(OPT_OUT_WORDS);
		new OptOutHash(saltBytes(meta.hash.salt)).write(id, 0, idBytes, sought, 0);
		const bucket = bucketOf(sought[0] as number, meta.counts.buckets);
		const [start = 0, end = 0] = wordsOf(await readAt(handle, offsetOf("STRT") + bucket * 4, 8));
		const width = OPT_OUT_WORDS * 4;
		const hashes = wordsOf(await readAt(handle, offsetOf("HASH") + start * width, (end - start) * width));
		for (let at = 0; at < end - start; at++) if (compareOptOuts(sought, 0, hashes, at) === 0) return true;
		return false;
	} finally {
		await handle.close();
	}
}

const wordsOf = (bytes: Uint8Array) => new Uint32Array(bytes.buffer, 0, bytes.length / 4);

async function readAt(handle: FileHandle, position: number, length: number): Promise<Uint8Array> {
	const bytes = new Uint8Array(length);
	for (let done = 0; done < length; ) {
		const { bytesRead } = await handle.read(bytes, done, length - done, position + done);
		if (bytesRead === 0) throw new Error("the list of opt-outs ended while it was read");
		done += bytesRead;
	}
	return bytes;
}
