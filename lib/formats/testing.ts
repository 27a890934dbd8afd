import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { LONGEST_ID_WORDS, readAnyDeviceIdWords } from "@/lib/formats/device-id";
import type { FenceInput } from "@/lib/formats/fence-collector";
import type { TargetingBuildMeta } from "@/lib/formats/meta";
import { type AudienceSet, openTargetingFile, type ProximityFilter } from "@/lib/formats/open";
import { OPT_OUT_WORDS } from "@/lib/formats/opt-out-hash";
import { sortOptOuts } from "@/lib/formats/opt-out-table";
import { type AudienceInput, writeAudienceSet } from "@/lib/formats/write-audience";
import { optOutHashOf, writeOptOuts } from "@/lib/formats/write-opt-outs";
import { writeProximityFilter } from "@/lib/formats/write-proximity";

/** Build meta with `setCount` sets, for tests of the formats. */
export function sampleMeta(setCount: number): TargetingBuildMeta {
	return {
		design_id: "5f0c6f6e-3f0b-4a3e-9a53-000000000001",
		design_name: "Coffee shops – 東京",
		build_id: "5f0c6f6e-3f0b-4a3e-9a53-000000000002",
		created_at: "2025-11-21T08:00:00.000Z",
		sets: Array.from({ length: setCount }, (_, index) => ({
			set_id: `5f0c6f6e-3f0b-4a3e-9a53-${index.toString(16).padStart(12, "0")}`,
			set_name: `Set ${index}`,
			targeting_code: `code-${index}`,
		})),
		sources: [],
	};
}

/** Runs `use` with a path in a temporary directory, which is removed afterwards. */
export async function withScratchFile<T>(use: (path: string) => Promise<T>): Promise<T> {
	const directory = await mkdtemp(join(tmpdir(), "targeting-formats-"));
	try {
		return await use(join(directory, "scratch.tgt"));
	} finally {
		await rm(directory, { recursive: true });
	}
}

export function proximityBytes(
	setCount: number,
	fences: Iterable<FenceInput>,
	options: { leafLimit?: number } = {},
): Promise<Uint8Array> {
	return withScratchFile(async (path) => {
		await writeProximityFilter(path, sampleMeta(setCount), fences, options);
		return new Uint8Array(await readFile(path));
	});
}

export async function buildProximity(
	setCount: number,
	fences: Iterable<FenceInput>,
	options: { leafLimit?: number } = {},
): Promise<ProximityFilter> {
	return openTargetingFile(await proximityBytes(setCount, fences, options)) as ProximityFilter;
}

export function audienceBytes(setCount: number, input: AudienceInput): Promise<Uint8Array> {
	return withScratchFile(async (path) => {
		await writeAudienceSet(path, { ...sampleMeta(setCount), sources: ["acme-mobile"] }, input);
		return new Uint8Array(await readFile(path));
	});
}

export async function buildAudience(setCount: number, input: AudienceInput): Promise<AudienceSet> {
	return openTargetingFile(await audienceBytes(setCount, input)) as AudienceSet;
}

/** The directory of a valid file: section names, and the positions of entries and sections. */
export function readSections(bytes: Uint8Array): { name: string; entry: number; offset: number; length: number }[] {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	return Array.from({ length: view.getUint32(20, true) }, (_, index) => {
		const entry = 64 + index * 32;
		const name = String.fromCharCode(...bytes.subarray(entry, entry + 4));
		return {
			name,
			entry,
			offset: Number(view.getBigUint64(entry + 8, true)),
			length: Number(view.getBigUint64(entry + 16, true)),
		};
	});
}

/** Recomputes the checksums of a tampered file, so that a test reaches the checks behind them. */
export function reseal(bytes: Uint8Array): Uint8Array {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const sections = readSections(bytes);
	for (const { entry, offset, length } of sections) {
		view.setUint32(entry + 24, crc32(bytes.subarray(offset, offset + length)), true);
	}
	const directory = bytes.subarray(64, 64 + sections.length * 32);
	view.setUint32(32, crc32(directory, crc32(bytes.subarray(0, 32))), true);
	return bytes;
}

const SALT = "000102030405060708090a0b0c0d0e0f";

/** The hashes of device ids of any kind, as a list of opt-outs has them. */
export function optOutHashes(ids: readonly string[], salt = SALT): Uint32Array {
	const hash = optOutHashOf(salt);
	const hashes = new Uint32Array(ids.length * OPT_OUT_WORDS);
	for (const [index, id] of ids.entries()) {
		const words = new Uint32Array(LONGEST_ID_WORDS);
		const idBytes = readAnyDeviceIdWords(id, words);
		if (idBytes === 0) throw new Error(`${id} is not a device id`);
		hash.write(words, 0, idBytes, hashes, index * OPT_OUT_WORDS);
	}
	return hashes;
}

/** A list of opt-outs. */
export function optOutBytes(ids: readonly string[]): Promise<Buffer> {
	return withScratchFile(async (path) => {
		await writeOptOuts(path, SALT, sortOptOuts(optOutHashes(ids)));
		return readFile(path);
	});
}
