import type { DeviceIdBytes } from "@/lib/formats/meta";

/**
 * MurmurHash3_x86_128 of a device id (16, 20 or 32 bytes), a hash that other languages have
 * libraries for. A bijection for 16 bytes: two ids share no more than the bits that a slot leaves
 * out.
 *
 * @param words the id's bytes as little-endian 32-bit words, starting at `offset`
 * @param hash receives four words from `target` on
 */
export function murmur3x86x128(
	words: Uint32Array,
	offset: number,
	idBytes: DeviceIdBytes,
	seed: number,
	hash: Uint32Array,
	target: number,
): void {
	let h1 = seed;
	let h2 = seed;
	let h3 = seed;
	let h4 = seed;

	const blocksEnd = offset + (idBytes === 32 ? 8 : 4);
	for (let at = offset; at < blocksEnd; at += 4) {
		h1 ^= Math.imul(rotate(Math.imul(words[at] as number, C1), 15), C2);
		h1 = (Math.imul((rotate(h1, 19) + h2) | 0, 5) + 0x561ccd1b) | 0;
		h2 ^= Math.imul(rotate(Math.imul(words[at + 1] as number, C2), 16), C3);
		h2 = (Math.imul((rotate(h2, 17) + h3) | 0, 5) + 0x0bcaa747) | 0;
		h3 ^= Math.imul(rotate(Math.imul(words[at + 2] as number, C3), 17), C4);
		h3 = (Math.imul((rotate(h3, 15) + h4) | 0, 5) + 0x96cd1c35) | 0;
		h4 ^= Math.imul(rotate(Math.imul(words[at + 3] as number, C4), 18), C1);
		h4 = (Math.imul((rotate(h4, 13) + h1) | 0, 5) + 0x32ac3b17) | 0;
	}

	if (idBytes === 20) h1 ^= Math.imul(rotate(Math.imul(words[offset + 4] as number, C1), 15), C2);

	h1 ^= idBytes;
	h2 ^= idBytes;
	h3 ^= idBytes;
	h4 ^= idBytes;
	h1 = (h1 + h2 + h3 + h4) | 0;
	h2 = (h2 + h1) | 0;
	h3 = (h3 + h1) | 0;
	h4 = (h4 + h1) | 0;
	h1 = mix(h1);
	h2 = mix(h2);
	h3 = mix(h3);
	h4 = mix(h4);
	h1 = (h1 + h2 + h3 + h4) | 0;
	hash[target] = h1;
	hash[target + 1] = h2 + h1;
	hash[target + 2] = h3 + h1;
	hash[target + 3] = h4 + h1;
}

const C1 = 0x239b961b;
const C2 = 0xab0e9789;
const C3 = 0x38b34ae5;
const C4 = 0xa1e38b93;

function rotate(value: number, by: number): number {
	return (value << by) | (value >>> (32 - by));
}

function mix(value: number): number {
	let h = value ^ (value >>> 16);
	h = Math.imul(h, 0x85ebca6b);
	h ^= h >>> 13;
	h = Math.imul(h, 0xc2b2ae35);
	return h ^ (h >>> 16);
}
