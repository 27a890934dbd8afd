import { type Container, openContainer } from "@/lib/formats/container";
import { LONGEST_ID_WORDS, readAnyDeviceIdWords } from "@/lib/formats/device-id";
import { TargetingFileError } from "@/lib/formats/errors";
import type { DeviceIdBytes } from "@/lib/formats/meta";
import { OPT_OUT_WORDS, OptOutHash } from "@/lib/formats/opt-out-hash";
import { type OptOutMeta, readOptOutMeta, saltBytes } from "@/lib/formats/opt-out-meta";
import { bucketOf, compareOptOuts } from "@/lib/formats/opt-out-table";

/**
 * A list of opt-outs in memory, as views of the file's bytes. Threads may share the bytes, but each
 * needs its own instance, because lookups use the instance's scratch space. The raw ids are not in
 * it. A device that is not listed is taken for listed with probability ids / 2^128.
 */
export class OptOutList {
	readonly meta: OptOutMeta;
	/** Length of the file, which is its memory. */
	readonly bytes: number;
	/** OPT_OUT_WORDS of each id, ascending. */
	readonly hashes: Uint32Array;
	readonly #starts: Uint32Array;
	readonly #buckets: number;
	readonly #hash: OptOutHash;
	readonly #id = new Uint32Array(LONGEST_ID_WORDS);
	readonly #sought = new Uint32Array(OPT_OUT_WORDS);

	/**
	 * @param verified true when the same bytes were verified before; then opening takes constant
	 * time
	 * @throws {TargetingFileError} when the sections do not make a list of opt-outs
	 */
	constructor(container: Container, verified = false) {
		if (container.kind !== "opt-outs")
			throw new TargetingFileError("invalid_content", `the file is of kind ${container.kind}, not opt-outs`);
		this.bytes = container.bytes.length;
		this.meta = readOptOutMeta(container.json("META"));
		this.#starts = container.u32("STRT");
		this.hashes = container.u32("HASH");
		this.#buckets = this.meta.counts.buckets;
		this.#hash = new OptOutHash(saltBytes(this.meta.hash.salt));
		if (!verified) requireOrder(this.meta, this.hashes, this.#starts);
	}

	/** Whether the device has opted out; false for a text that is no device id. Allocates nothing. */
	has(deviceId: string): boolean {
		const idBytes = readAnyDeviceIdWords(deviceId, this.#id);
		return idBytes !== 0 && this.hasWords(this.#id, 0, idBytes);
	}

	/** Like `has` for an id as little-endian words, from `from` on. */
	hasWords(words: Uint32Array, from: number, idBytes: DeviceIdBytes): boolean {
		const sought = this.#sought;
		this.#hash.write(words, from, idBytes, sought, 0);
		const bucket = bucketOf(sought[0] as number, this.#buckets);
		const end = this.#starts[bucket + 1] as number;
		for (let at = this.#starts[bucket] as number; at < end; at++) {
			const order = compareOptOuts(sought, 0, this.hashes, at);
			if (order <= 0) return order === 0;
		}
		return false;
	}
}

/** Opens and fully verifies a list over its bytes. @throws {TargetingFileError} */
export const openOptOutList = (bytes: Uint8Array) => new OptOutList(openContainer(bytes));

/** A list verified by `verifyOptOutList`, which other threads open without verifying again. */
export interface VerifiedOptOutList {
	kind: "opt-outs";
	bytes: Uint8Array<SharedArrayBuffer>;
}

/** Verifies a list in shared memory. @throws {TargetingFileError} naming the problem */
export function verifyOptOutList(bytes: Uint8Array<SharedArrayBuffer>): VerifiedOptOutList {
	openOptOutList(bytes);
	return { kind: "opt-outs", bytes };
}

/** Opens a verified list over the same memory, in constant time. */
export const openVerifiedOptOutList = ({ bytes }: VerifiedOptOutList) =>
	new OptOutList(openContainer(bytes, { verified: true }), true);

function requireOrder({ counts: { ids, buckets } }: OptOutMeta, hashes: Uint32Array, starts: Uint32Array): void {
	let valid = hashes.length === ids * OPT_OUT_WORDS && starts.length === buckets + 1;
	valid &&= starts[0] === 0 && starts[buckets] === ids;
	for (let bucket = 0; valid && bucket < buckets; bucket++) {
		const end = starts[bucket + 1] as number;
		valid = end >= (starts[bucket] as number) && end <= ids;
		for (let at = starts[bucket] as number; valid && at < end; at++) {
			valid = bucketOf(hashes[at * OPT_OUT_WORDS] as number, buckets) === bucket;
			valid &&= at === 0 || compareOptOuts(hashes, at - 1, hashes, at) < 0;
		}
	}
	if (!valid)
		throw new TargetingFileError("invalid_content", "sections STRT and HASH are not hashes in ascending order");
}
