import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { AudienceSet } from "@/lib/formats/audience-set";
import { openContainer } from "@/lib/formats/container";
import { TargetingFileError } from "@/lib/formats/errors";
import type { TargetingSetMeta } from "@/lib/formats/meta";
import { ProximityFilter } from "@/lib/formats/proximity-filter";

export type { AudienceSet, ProximityFilter };

/** A targeting file in memory; `kind` tells the two apart, both have `meta` and `bytes` (length of the file). */
export type TargetingFile = ProximityFilter | AudienceSet;

/**
 * Opens a targeting file over its bytes, which stay in use: header, versions, checksums, and that every index in it points
 * to something (formats.md, "The container of both files").
 *
 * @throws {TargetingFileError} naming what is wrong
 */
export function openTargetingFile(bytes: Uint8Array): TargetingFile {
	const container = openContainer(bytes);
	return container.kind === "proximity" ? new ProximityFilter(container) : new AudienceSet(container);
}

const READ_CHUNK_BYTES = 4 * 1024 * 1024;

/**
 * Loads a targeting file from disk into shared memory, which other threads can open without another copy.
 *
 * @param options.expectedSha256 hex, with or without `sha256:` before it; checked while reading
 * @throws {TargetingFileError} naming what is wrong; errors of the file system as they come
 */
export async function loadTargetingFile(
	path: string,
	options: { expectedSha256?: string } = {},
): Promise<TargetingFile> {
	return openTargetingFile(await readTargetingBytes(path, options));
}

/** The first half of `loadTargetingFile`: the verified bytes in shared memory, to be opened by one thread or several. */
export async function readTargetingBytes(
	path: string,
	options: { expectedSha256?: string } = {},
): Promise<Uint8Array<SharedArrayBuffer>> {
	const handle = await open(path, "r");
	try {
		const { size } = await handle.stat();
		const bytes = new Uint8Array(allocateShared(size));
		const hash = createHash("sha256");
		for (let position = 0; position < size; ) {
			const length = Math.min(READ_CHUNK_BYTES, size - position);
			const { bytesRead } = await handle.read(bytes, position, length, position);
			if (bytesRead === 0) throw new TargetingFileError("truncated", "the file became shorter while it was read");
			hash.update(bytes.subarray(position, position + bytesRead));
			position += bytesRead;
		}
		const expected = options.expectedSha256?.replace(/^sha256:/, "").toLowerCase();
		const digest = hash.digest("hex");
		if (expected !== undefined && digest !== expected) {
			throw new TargetingFileError("digest_mismatch", `the file's SHA-256 is ${digest}, not ${expected}`);
		}
		return bytes;
	} finally {
		await handle.close();
	}
}

function allocateShared(size: number): SharedArrayBuffer {
	try {
		return new SharedArrayBuffer(size);
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		throw new TargetingFileError("invalid_content", `a file of ${size} bytes does not fit into memory at once`);
	}
}

/** What a status page shows of a loaded file. */
export interface TargetingFileDescription {
	kind: TargetingFile["kind"];
	format_version: string;
	design_id: string;
	design_name: string;
	build_id: string;
	created_at: string;
	sets: readonly TargetingSetMeta[];
	sources: readonly string[];
	/** bytes of memory: the file's own, and what a reader adds to them */
	memory: number;
	/** what the file holds: fences, circles, polygons and vertices, or devices and combinations */
	counts: Readonly<Record<string, number>>;
	/** audience sets: the probability that a device in no set is answered with one; proximity filters are exact */
	false_match_probability: number;
}

export function describeTargetingFile(file: TargetingFile): TargetingFileDescription {
	const { meta } = file;
	return {
		kind: file.kind,
		format_version: file.formatVersion,
		design_id: meta.design_id,
		design_name: meta.design_name,
		build_id: meta.build_id,
		created_at: meta.created_at,
		sets: meta.sets,
		sources: meta.sources,
		memory: file.memory,
		counts: meta.counts,
		false_match_probability: meta.kind === "audience" ? meta.false_match_probability : 0,
	};
}
