import { TargetingInputError } from "@/lib/formats/errors";
import { DEVICE_ID_BYTES, type DeviceIdBytes, type DeviceIdKind } from "@/lib/formats/meta";

/**
 * A run of devices: concatenated ids (16, 20 or 32 bytes each), and the combination number of each.
 */
export interface DeviceChunk {
	ids: Uint8Array;
	combination: Uint32Array;
}

const DEVICES_PER_BLOCK = 64 * 1024;

/** A block of devices: ids as little-endian words, ready for hashing. */
export interface DeviceBlock {
	words: Uint32Array;
	combination: Uint32Array;
	length: number;
}

/** Collects devices into blocks of equal size, which never have to be copied to grow. */
export class DeviceCollector {
	readonly blocks: DeviceBlock[] = [];
	readonly #idBytes: DeviceIdBytes;
	readonly #wordsPerId: number;

	constructor(kind: DeviceIdKind) {
		this.#idBytes = DEVICE_ID_BYTES[kind];
		this.#wordsPerId = this.#idBytes / 4;
	}

	/** @throws {TargetingInputError} for a chunk with partial ids, or the all-zero id */
	add({ ids, combination }: DeviceChunk): void {
		if (ids.length !== combination.length * this.#idBytes) {
			const expected = `${combination.length} ids of ${this.#idBytes} bytes`;
			throw new TargetingInputError(`a chunk of ${ids.length} bytes does not hold ${expected}`);
		}
		const view = new DataView(ids.buffer, ids.byteOffset, ids.byteLength);
		for (let i = 0; i < combination.length; i++) {
			const block = this.#blockWithRoom();
			const target = block.length * this.#wordsPerId;
			let bits = 0;
			for (let word = 0; word < this.#wordsPerId; word++) {
				const value = view.getUint32(i * this.#idBytes + word * 4, true);
				block.words[target + word] = value;
				bits |= value;
			}
			if (bits === 0) throw new TargetingInputError("the all-zero id is not a device");
			block.combination[block.length++] = combination[i] as number;
		}
	}

	#blockWithRoom(): DeviceBlock {
		const last = this.blocks[this.blocks.length - 1];
		if (last && last.length < DEVICES_PER_BLOCK) return last;
		const block = {
			words: new Uint32Array(DEVICES_PER_BLOCK * this.#wordsPerId),
			combination: new Uint32Array(DEVICES_PER_BLOCK),
			length: 0,
		};
		this.blocks.push(block);
		return block;
	}
}

/** Formats an id as hexadecimal digits, for messages. */
export function formatDeviceId(words: Uint32Array): string {
	return Buffer.from(words.slice().buffer).toString("hex");
}
