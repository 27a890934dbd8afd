import { AudienceSet } from "@/lib/formats/audience-set";
import { requireTargetingKind } from "@/lib/formats/check-file";
import { openContainer } from "@/lib/formats/container";
import type { TargetingSetMeta } from "@/lib/formats/meta";
import { ProximityFilter } from "@/lib/formats/proximity-filter";
import type { ProximityShortcuts } from "@/lib/formats/proximity-shortcuts";
import { type ExpectedFile, readTargetingBytes } from "@/lib/formats/read-file";

export type { AudienceSet, ProximityFilter };
export { readTargetingBytes };

/** A targeting file in memory. `kind` distinguishes the two; `bytes` is the length of the file. */
export type TargetingFile = ProximityFilter | AudienceSet;

/**
 * Opens and fully verifies a targeting file over its bytes, which stay in use: header, checksums,
 * and every index (formats.md, "The container of both files").
 *
 * @throws {TargetingFileError} naming the problem
 */
export function openTargetingFile(bytes: Uint8Array): TargetingFile {
	const container = openContainer(bytes);
	requireTargetingKind(container.kind);
	return container.kind === "proximity" ? new ProximityFilter(container) : new AudienceSet(container);
}

/**
 * A file verified by `verifyTargetingFile`, which other threads open without verifying again. Plain
 * data over shared memory, so `postMessage` does not copy it.
 */
export interface VerifiedTargetingFile {
	kind: TargetingFile["kind"];
	bytes: Uint8Array<SharedArrayBuffer>;
	/** what a proximity filter's reader derived while verifying; null for an audience set */
	shortcuts: ProximityShortcuts | null;
}

/**
 * Verifies a file in shared memory like `openTargetingFile`. Slow for large files: call it on a
 * background thread.
 *
 * @throws {TargetingFileError} naming the problem
 */
export function verifyTargetingFile(bytes: Uint8Array<SharedArrayBuffer>): VerifiedTargetingFile {
	const file = openTargetingFile(bytes);
	return { kind: file.kind, bytes, shortcuts: file.kind === "proximity" ? file.shortcuts : null };
}

/**
 * Opens a verified file over the same memory. Reads header, directory and META only: the time
 * depends on the number of sets, not on the size.
 *
 * @throws {TypeError} for bytes other than those of `verifyTargetingFile`
 */
export function openVerifiedTargetingFile({ kind, bytes, shortcuts }: VerifiedTargetingFile): TargetingFile {
	// A copy has not been verified, and unaligned bytes would be copied.
	if (!(bytes.buffer instanceof SharedArrayBuffer) || bytes.byteOffset % 8 !== 0) {
		throw new TypeError("a verified targeting file must be opened in the shared memory in which it was verified");
	}
	const container = openContainer(bytes, { verified: true });
	if (container.kind !== kind || (kind === "proximity") !== (shortcuts !== null)) {
		throw new TypeError("these are not the bytes that were verified");
	}
	return container.kind === "proximity" ? new ProximityFilter(container, shortcuts) : new AudienceSet(container, true);
}

/**
 * Loads a targeting file from disk into shared memory, which other threads can open without a copy.
 *
 * @throws {TargetingFileError} naming the problem; file system errors pass through
 */
export async function loadTargetingFile(path: string, expected: ExpectedFile = {}): Promise<TargetingFile> {
	return openTargetingFile(await readTargetingBytes(path, expected));
}

export interface TargetingFileDescription {
	kind: TargetingFile["kind"];
	format_version: string;
	design_id: string;
	design_name: string;
	build_id: string;
	created_at: string;
	sets: readonly TargetingSetMeta[];
	sources: readonly string[];
	/** bytes of memory: the file and the reader's own */
	memory: number;
	/** fences, circles, polygons and vertices; or devices and combinations */
	counts: Readonly<Record<string, number>>;
	/** probability that a device in no set matches one; 0 for proximity filters, which are exact */
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
