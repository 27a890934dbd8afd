import { AudienceSet } from "@/lib/formats/audience-set";
import { openContainer } from "@/lib/formats/container";
import type { TargetingSetMeta } from "@/lib/formats/meta";
import { ProximityFilter } from "@/lib/formats/proximity-filter";
import { type ExpectedFile, readTargetingBytes } from "@/lib/formats/read-file";

export type { AudienceSet, ProximityFilter };
export { readTargetingBytes };

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

/**
 * A targeting file that `verifyTargetingFile` found right, to be opened by other threads without another look at its bytes. Plain data over
 * shared memory: it passes through `postMessage` without a copy.
 */
export interface VerifiedTargetingFile {
	kind: TargetingFile["kind"];
	bytes: Uint8Array<SharedArrayBuffer>;
	/** what a proximity filter's reader derives from them; null for an audience set */
	chainBounds: Float64Array<SharedArrayBuffer> | null;
}

/**
 * Verifies a file in shared memory as `openTargetingFile` does, which takes its time: for a thread on which nobody waits.
 *
 * @throws {TargetingFileError} naming what is wrong
 */
export function verifyTargetingFile(bytes: Uint8Array<SharedArrayBuffer>): VerifiedTargetingFile {
	const file = openTargetingFile(bytes);
	return { kind: file.kind, bytes, chainBounds: file.kind === "proximity" ? file.chainBounds : null };
}

/**
 * Opens a file that was verified over the very same memory. It reads the header, the directory and META alone: the time depends on the
 * number of sets and not on the size.
 *
 * @throws {TypeError} for bytes that are not the shared ones of `verifyTargetingFile`
 */
export function openVerifiedTargetingFile({ kind, bytes, chainBounds }: VerifiedTargetingFile): TargetingFile {
	// A copy would not be what was verified, and bytes that are not aligned would be copied.
	if (!(bytes.buffer instanceof SharedArrayBuffer) || bytes.byteOffset % 8 !== 0) {
		throw new TypeError("a verified targeting file is opened in the shared memory in which it was verified");
	}
	const container = openContainer(bytes, { verified: true });
	if (container.kind !== kind || (kind === "proximity") !== (chainBounds !== null)) {
		throw new TypeError("these are not the bytes that were verified");
	}
	return container.kind === "proximity"
		? new ProximityFilter(container, chainBounds)
		: new AudienceSet(container, true);
}

/**
 * Loads a targeting file from disk into shared memory, which other threads can open without another copy.
 *
 * @throws {TargetingFileError} naming what is wrong; errors of the file system as they come
 */
export async function loadTargetingFile(path: string, expected: ExpectedFile = {}): Promise<TargetingFile> {
	return openTargetingFile(await readTargetingBytes(path, expected));
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
