import type { DeviceIdKind } from "@/lib/formats/meta";

/** Bytes of an id of each kind. */
export const DEVICE_ID_BYTES = { uuid: 16, sha1: 20 } as const;

export interface DeviceId {
	kind: DeviceIdKind;
	/** 16 or 20 bytes, in the order in which their hexadecimal digits are written */
	bytes: Uint8Array;
}

/** Longer text is rejected before it is scanned. */
const LONGEST_TEXT = 64;

/**
 * Parses a device id: 32 hexadecimal digits (an advertising id, like a UUID) or 40 (a SHA-1).
 * Ignores case and hyphens. Null for anything else, and for the all-zero id of devices with
 * tracking switched off.
 */
export function parseDeviceId(text: string): DeviceId | null {
	const words = new Uint32Array(5);
	const digits = readWords(text, words);
	if (digits === 0) return null;
	const kind = digits === 32 ? "uuid" : "sha1";
	return { kind, bytes: new Uint8Array(words.buffer, 0, DEVICE_ID_BYTES[kind]) };
}

/**
 * Parses an id of one kind without allocating into `words` (five of them), little-endian as the
 * hash expects. False when `text` is not such an id.
 */
export function readDeviceIdWords(text: string, kind: DeviceIdKind, words: Uint32Array): boolean {
	return readWords(text, words) === DEVICE_ID_BYTES[kind] * 2;
}

/** The number of digits read: 32, 40, or 0 for an invalid id. */
function readWords(text: string, words: Uint32Array): number {
	if (text.length > LONGEST_TEXT) return 0;
	let digits = 0;
	let word = 0;
	let seen = 0;
	for (let i = 0; i < text.length; i++) {
		const code = text.charCodeAt(i);
		if (code === HYPHEN) continue;
		const value = code < 128 ? (DIGIT_VALUES[code] as number) : NO_DIGIT;
		if (value === NO_DIGIT || digits === 40) return 0;
		// Two digits make a byte, high half first; the first byte is the lowest of its word.
		word |= value << (((digits & 6) << 2) | (digits & 1 ? 0 : 4));
		if ((++digits & 7) === 0) {
			words[(digits >> 3) - 1] = word;
			seen |= word;
			word = 0;
		}
	}
	return (digits === 32 || digits === 40) && seen !== 0 ? digits : 0;
}

const HYPHEN = 0x2d;
const NO_DIGIT = 255;
const DIGIT_VALUES = new Uint8Array(128).fill(NO_DIGIT);
for (let value = 0; value < 16; value++) {
	DIGIT_VALUES[value.toString(16).charCodeAt(0)] = value;
	DIGIT_VALUES[value.toString(16).toUpperCase().charCodeAt(0)] = value;
}
