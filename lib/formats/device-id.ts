import { DEVICE_ID_BYTES, type DeviceIdBytes, type DeviceIdKind } from "@/lib/formats/meta";

export interface DeviceId {
	kind: DeviceIdKind;
	/** 16, 20 or 32 bytes, in the order in which their hexadecimal digits are written */
	bytes: Uint8Array;
}

/** Longer text is rejected before it is scanned. */
const LONGEST_TEXT = 128;
/** 32-bit words of the longest id, for those who keep an array for `readDeviceIdWords`. */
export const LONGEST_ID_WORDS = 8;
const KINDS_BY_DIGITS: Readonly<Record<number, DeviceIdKind>> = { 32: "uuid", 40: "sha1", 64: "sha256" };

/**
 * Parses a device id: 32 hexadecimal digits (an advertising id, like a UUID, also in braces or
 * after `urn:uuid:`), 40 (a SHA-1) or 64 (a SHA-256). Ignores case and hyphens. Null for anything
 * else, and for the all-zero id of devices with tracking switched off.
 */
export function parseDeviceId(text: string): DeviceId | null {
	const words = new Uint32Array(LONGEST_ID_WORDS);
	const kind = KINDS_BY_DIGITS[readWords(text, words)];
	if (kind === undefined) return null;
	return { kind, bytes: new Uint8Array(words.buffer, 0, DEVICE_ID_BYTES[kind]) };
}

/** Whether `parseDeviceId` takes the text; allocates nothing. */
export function isDeviceId(text: string): boolean {
	return readWords(text, unread) > 0;
}

const unread = new Uint32Array(LONGEST_ID_WORDS);

/**
 * Parses an id of one kind without allocating into `words` (LONGEST_ID_WORDS), little-endian as the
 * hash expects. False when `text` is not such an id.
 */
export function readDeviceIdWords(text: string, kind: DeviceIdKind, words: Uint32Array): boolean {
	return readWords(text, words) === DEVICE_ID_BYTES[kind] * 2;
}

/**
 * Parses an id of any kind without allocating into `words` (LONGEST_ID_WORDS). Its number of bytes;
 * 0 when `text` is not a device id.
 */
export function readAnyDeviceIdWords(text: string, words: Uint32Array): DeviceIdBytes | 0 {
	const digits = readWords(text, words);
	return digits > 0 ? ((digits / 2) as DeviceIdBytes) : 0;
}

/** Whether the text is the all-zero id of devices with tracking switched off, of any kind. */
export function isZeroDeviceId(text: string): boolean {
	return readWords(text, unread) < 0;
}

/** The number of digits read: 32, 40, 64, negative for the all-zero id, or 0 for anything else. */
function readWords(text: string, words: Uint32Array): number {
	const plain = readPlainUuid(text, words);
	return plain === 0 ? readAnyWords(text, words) : plain;
}

/** Where the eight groups of four digits start in a UUID with hyphens. */
const HYPHENED = Uint8Array.of(0, 4, 9, 14, 19, 24, 28, 32);

/** Like `readWords` for 32 digits as they are usually written, several times as fast; else 0. */
function readPlainUuid(text: string, words: Uint32Array): number {
	const hyphened = text.length === 36;
	if (!hyphened && text.length !== 32) return 0;
	if (hyphened && !hasHyphens(text)) return 0;
	let all = 0;
	let wrong = 0;
	for (let i = 0; i < 4; i++) {
		const low = fourDigits(text, hyphened ? (HYPHENED[i * 2] as number) : i * 8);
		const high = fourDigits(text, hyphened ? (HYPHENED[i * 2 + 1] as number) : i * 8 + 4);
		wrong |= low | high;
		words[i] = low | (high << 16);
		all |= low | (high << 16);
	}
	if (wrong > 0xffff) return 0;
	return all === 0 ? -32 : 32;
}

function hasHyphens(text: string): boolean {
	return (
		text.charCodeAt(8) === HYPHEN &&
		text.charCodeAt(13) === HYPHEN &&
		text.charCodeAt(18) === HYPHEN &&
		text.charCodeAt(23) === HYPHEN
	);
}

/** Four digits as two bytes, the first of which is the lower one; above 0xffff for others. */
function fourDigits(text: string, at: number): number {
	return (
		((DIGIT_VALUES[text.charCodeAt(at)] as number) << 4) |
		(DIGIT_VALUES[text.charCodeAt(at + 1)] as number) |
		((DIGIT_VALUES[text.charCodeAt(at + 2)] as number) << 12) |
		((DIGIT_VALUES[text.charCodeAt(at + 3)] as number) << 8)
	);
}

function readAnyWords(text: string, words: Uint32Array): number {
	if (text.length > LONGEST_TEXT) return 0;
	const start = wrappingBefore(text);
	const end = start === 1 ? text.length - 1 : text.length;
	let digits = 0;
	let word = 0;
	let seen = 0;
	for (let i = start; i < end; i++) {
		const code = text.charCodeAt(i);
		if (code === HYPHEN) continue;
		const value = DIGIT_VALUES[code] as number;
		if (value === NO_DIGIT || digits === 64) return 0;
		// Two digits make a byte, high half first; the first byte is the lowest of its word.
		word |= value << (((digits & 6) << 2) | (digits & 1 ? 0 : 4));
		if ((++digits & 7) === 0) {
			words[(digits >> 3) - 1] = word;
			seen |= word;
			word = 0;
		}
	}
	const known = digits === 32 || (start === 0 && (digits === 40 || digits === 64));
	if (!known) return 0;
	return seen === 0 ? -digits : digits;
}

/** The length of `{` before a UUID that ends with `}`, of `urn:uuid:`, or 0. */
function wrappingBefore(text: string): number {
	const first = text.charCodeAt(0);
	if (first === OPENING_BRACE) return text.endsWith("}") ? 1 : 0;
	if ((first | 0x20) !== SMALL_U) return 0;
	return text.slice(0, URN.length).toLowerCase() === URN ? URN.length : 0;
}

const URN = "urn:uuid:";
const OPENING_BRACE = 0x7b;
const SMALL_U = 0x75;

const HYPHEN = 0x2d;
/** Shows above the four digits that are read at once. */
const NO_DIGIT = 0x10000;
/** The value of each UTF-16 unit. */
const DIGIT_VALUES = new Uint32Array(0x10000).fill(NO_DIGIT);
for (let value = 0; value < 16; value++) {
	DIGIT_VALUES[value.toString(16).charCodeAt(0)] = value;
	DIGIT_VALUES[value.toString(16).toUpperCase().charCodeAt(0)] = value;
}
