import type { DeviceIdBytes } from "@/lib/formats/meta";

/** Bytes of the random salt of a list. */
export const OPT_OUT_SALT_BYTES = 16;
/** 32-bit words that a list keeps of each hash. */
export const OPT_OUT_WORDS = 4;

/**
 * The hash of a device id in a list of opt-outs: the first 128 bits of SHA-256 over the list's salt
 * and the id's bytes. Both fit into one block, so a lookup costs one compression and allocates
 * nothing, which `node:crypto` cannot do. One instance per thread, because it has scratch space.
 */
export class OptOutHash {
	readonly #salt: Int32Array;
	readonly #schedule = new Int32Array(64);

	/** @param salt OPT_OUT_SALT_BYTES */
	constructor(salt: Uint8Array) {
		const view = new DataView(salt.buffer, salt.byteOffset, OPT_OUT_SALT_BYTES);
		this.#salt = Int32Array.from({ length: OPT_OUT_SALT_BYTES / 4 }, (_, word) => view.getInt32(word * 4));
	}

	/**
	 * @param words the id's bytes as little-endian words, from `from` on
	 * @param hash receives OPT_OUT_WORDS words at `to`, the most significant first
	 */
	write(words: Uint32Array, from: number, idBytes: DeviceIdBytes, hash: Uint32Array, to: number): void {
		const schedule = this.#schedule;
		schedule.set(this.#salt);
		const idWords = idBytes >> 2;
		for (let i = 0; i < idWords; i++) schedule[4 + i] = swap(words[from + i] as number);
		schedule[4 + idWords] = 0x80000000;
		for (let i = 5 + idWords; i < 15; i++) schedule[i] = 0;
		schedule[15] = (OPT_OUT_SALT_BYTES + idBytes) * 8;
		compress(schedule, hash, to);
	}
}

/** One compression of SHA-256 from its initial state; FIPS 180-4, section 6.2.2. */
function compress(w: Int32Array, hash: Uint32Array, to: number): void {
	for (let t = 16; t < 64; t++) {
		const early = w[t - 15] as number;
		const late = w[t - 2] as number;
		const sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
		const sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
		w[t] = ((w[t - 16] as number) + sigma0 + (w[t - 7] as number) + sigma1) | 0;
	}
	let a = A;
	let b = B;
	let c = C;
	let d = D;
	let e = 0x510e527f;
	let f = 0x9b05688c | 0;
	let g = 0x1f83d9ab;
	let h = 0x5be0cd19;
	for (let t = 0; t < 64; t++) {
		const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
		const t1 = (h + sum1 + ((e & f) ^ (~e & g)) + (ROUNDS[t] as number) + (w[t] as number)) | 0;
		const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
		const t2 = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
		h = g;
		g = f;
		f = e;
		e = (d + t1) | 0;
		d = c;
		c = b;
		b = a;
		a = (t1 + t2) | 0;
	}
	hash[to] = a + A;
	hash[to + 1] = b + B;
	hash[to + 2] = c + C;
	hash[to + 3] = d + D;
}

const A = 0x6a09e667;
const B = 0xbb67ae85 | 0;
const C = 0x3c6ef372;
const D = 0xa54ff53a | 0;

const ROUNDS = Int32Array.from([
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
	0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
	0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
	0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
	0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
	0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
	0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
	0xc67178f2,
]);

function rotate(value: number, by: number): number {
	return (value >>> by) | (value << (32 - by));
}

function swap(word: number): number {
	return ((word & 0xff) << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
}
