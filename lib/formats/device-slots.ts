import type { DeviceIdBytes } from "@/lib/formats/meta";
import { murmur3x86x128 } from "@/lib/formats/murmur3x86x128";

/**
 * The slots of an audience set: open addressing with linear probing. A slot has two or three 32-bit
 * words. The last word holds the combination number + 1 (0 is an empty slot) in its low bits and
 * fingerprint bits above. A device starts at `floor(h0 * count / 2^32)`, computed in doubles; its
 * fingerprint is h1 (and h2 with three words) and as many bits of h3 as the combination leaves
 * free.
 */

/** With more bits for the combination, a slot has twelve bytes instead of eight. */
export const MAX_COMBINATION_BITS_IN_8_BYTES = 20;
export const MAX_COMBINATION_BITS = 31;
const LOAD = 0.8;

export interface SlotShape {
	count: number;
	words: 2 | 3;
	combinationBits: number;
}

/** Slot shape for a number of devices and of distinct combinations of sets. */
export function slotShape(devices: number, combinations: number): SlotShape {
	const combinationBits = Math.max(1, 32 - Math.clz32(combinations));
	return {
		count: Math.max(8, Math.ceil(devices / LOAD)),
		words: combinationBits > MAX_COMBINATION_BITS_IN_8_BYTES ? 3 : 2,
		combinationBits,
	};
}

/**
 * Probability that a device in no set shares the fingerprint of a slot on its probe path: the
 * expected length of an unsuccessful search (Knuth, linear probing) times 2^-bits.
 */
export function falseMatchProbability(shape: SlotShape, devices: number): number {
	const free = 1 - devices / shape.count;
	const passed = (1 + 1 / (free * free)) / 2 - 1;
	return passed * 2 ** (shape.combinationBits - 32 * shape.words);
}

/** Lookups of a wave: enough to overlap waits for memory. */
export const DEVICE_WAVE = 64;

/** Devices that are looked up together, each step for all of them before the next. */
export class DeviceWave {
	count = 0;
	readonly hashes = new Uint32Array(DEVICE_WAVE * 4);
	/** numbers of combinations, -1 for none */
	readonly combinations = new Int32Array(DEVICE_WAVE);
}

/** Slots with their hash function. One instance per thread. */
export class DeviceSlots {
	readonly words: Uint32Array;
	readonly #shape: SlotShape;
	readonly #idBytes: DeviceIdBytes;
	readonly #seed: number;
	readonly #maxDisplacement: number;
	readonly #hash = new Uint32Array(4);
	readonly #combinationMask: number;
	/** public, so that reads which only bring memory closer are not optimized away */
	touched = 0;

	/** @param maxDisplacement the largest distance of a device from its start slot */
	constructor(words: Uint32Array, shape: SlotShape, idBytes: DeviceIdBytes, seed: number, maxDisplacement: number) {
		this.words = words;
		this.#shape = shape;
		this.#idBytes = idBytes;
		this.#seed = seed;
		this.#maxDisplacement = maxDisplacement;
		this.#combinationMask = 2 ** shape.combinationBits - 1;
	}

	/** The combination of the device, or -1. `id` holds the words of its id from `offset`. */
	find(id: Uint32Array, offset: number): number {
		murmur3x86x128(id, offset, this.#idBytes, this.#seed, this.#hash, 0);
		return this.#search(this.#hash, 0);
	}

	/** Adds a device to a wave that has room. */
	add(wave: DeviceWave, id: Uint32Array): void {
		murmur3x86x128(id, 0, this.#idBytes, this.#seed, wave.hashes, wave.count++ * 4);
	}

	/** Finds the combinations of a wave's devices. */
	findAll({ count, hashes, combinations }: DeviceWave): void {
		const { words: width } = this.#shape;
		let touched = 0;
		// No read waits for another one, so the processor waits for the memory of many at once.
		for (let i = 0; i < count; i++) touched ^= this.words[this.#start(hashes, i * 4) * width] as number;
		this.touched = touched;
		for (let i = 0; i < count; i++) combinations[i] = this.#search(hashes, i * 4);
	}

	#search(hashes: Uint32Array, at: number): number {
		const { count, words: width } = this.#shape;
		const words = this.words;
		const mask = this.#combinationMask;
		const first = hashes[at + 1] as number;
		const second = hashes[at + 2] as number;
		const rest = hashes[at + 3] as number;
		let slot = this.#start(hashes, at);
		for (let displacement = 0; displacement <= this.#maxDisplacement; displacement++) {
			const from = slot * width;
			const last = words[from + width - 1] as number;
			const combination = last & mask;
			if (combination === 0) return -1;
			if (words[from] === first && ((last ^ rest) & ~mask) === 0 && (width === 2 || words[from + 1] === second)) {
				return combination - 1;
			}
			if (++slot === count) slot = 0;
		}
		return -1;
	}

	/**
	 * Puts a device into the first free slot from its start and returns the distance, or -1 when a
	 * slot on the way has the same fingerprint: the table needs another seed, or the device is a
	 * duplicate.
	 */
	insert(id: Uint32Array, offset: number, combination: number): number {
		murmur3x86x128(id, offset, this.#idBytes, this.#seed, this.#hash, 0);
		const { count, words: width } = this.#shape;
		const words = this.words;
		const mask = this.#combinationMask;
		const first = this.#hash[1] as number;
		const second = this.#hash[2] as number;
		const rest = this.#hash[3] as number;
		let slot = this.#start(this.#hash, 0);
		for (let displacement = 0; displacement < count; displacement++) {
			const from = slot * width;
			const last = words[from + width - 1] as number;
			if ((last & mask) === 0) {
				words[from] = first;
				if (width === 3) words[from + 1] = second;
				words[from + width - 1] = (rest & ~mask) | (combination + 1);
				return displacement;
			}
			if (words[from] === first && ((last ^ rest) & ~mask) === 0 && (width === 2 || words[from + 1] === second)) {
				return -1;
			}
			if (++slot === count) slot = 0;
		}
		throw new Error("the table of devices is full");
	}

	#start(hashes: Uint32Array, at: number): number {
		return Math.floor(((hashes[at] as number) / 2 ** 32) * this.#shape.count);
	}
}
