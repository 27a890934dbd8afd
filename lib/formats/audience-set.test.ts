import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DeviceChunk } from "@/lib/formats/device-collector";
import { parseDeviceId } from "@/lib/formats/device-id";
import { DeviceSlots, falseMatchProbability, slotShape } from "@/lib/formats/device-slots";
import type { DeviceIdBytes } from "@/lib/formats/meta";
import { murmur3x86x128 } from "@/lib/formats/murmur3x86x128";
import { buildAudience } from "@/lib/formats/testing";
import { runs } from "@/lib/tools/testing/runs";

fc.configureGlobal({ seed: 20_251_121 });

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** Devices with combination numbers, in chunks of `chunkSize`. */
function* chunks(ids: Uint8Array[], combination: number[], chunkSize = 1000): Iterable<DeviceChunk> {
	for (let from = 0; from < ids.length; from += chunkSize) {
		yield {
			ids: new Uint8Array(Buffer.concat(ids.slice(from, from + chunkSize))),
			combination: Uint32Array.from(combination.slice(from, from + chunkSize)),
		};
	}
}

/** A device id derived from a number: not random, like the ids of a careless supplier. */
function numberedId(number: number, bytes = 16): Uint8Array {
	const id = new Uint8Array(bytes);
	new DataView(id.buffer).setUint32(bytes - 4, number);
	return id;
}

describe("lookups", () => {
	test.each([
		["uuid", 16],
		["sha1", 20],
		["sha256", 32],
	] as const)("agree with a Map (%s)", async (deviceIdKind, bytes) => {
		const setCount = 90;
		const id = fc.oneof(
			fc.uint8Array({ minLength: bytes, maxLength: bytes }),
			fc.integer({ min: 1, max: 300 }).map((number) => numberedId(number, bytes)),
		);
		const cases = fc.record({
			combinations: fc.array(fc.uniqueArray(fc.nat(setCount - 1), { maxLength: 70 }), { minLength: 1, maxLength: 30 }),
			devices: fc.uniqueArray(fc.tuple(id, fc.nat()), { maxLength: 200, selector: ([bytes]) => hex(bytes) }),
			strangers: fc.array(id, { maxLength: 50 }),
			chunkSize: fc.integer({ min: 1, max: 300 }),
		});
		await fc.assert(
			fc.asyncProperty(cases, async ({ combinations, devices, strangers, chunkSize }) => {
				const known = devices.filter(([bytes]) => bytes.some((byte) => byte !== 0));
				const expected = new Map<string, number[]>();
				for (const [bytes, n] of known) {
					const combination = combinations[n % combinations.length] as number[];
					expected.set(
						hex(bytes),
						[...combination].sort((a, b) => a - b),
					);
				}
				const ids = known.map(([bytes]) => bytes);
				const numbers = known.map(([, n]) => n % combinations.length);
				const audience = await buildAudience(setCount, {
					deviceIdKind,
					devices: chunks(ids, numbers, chunkSize),
					combinations: () => combinations,
				});
				for (const bytes of [...ids, ...strangers]) {
					const text = hex(bytes);
					const answer = expected.get(text) ?? [];
					expect(audience.match(text)).toEqual(answer);
					expect(audience.match(text.toUpperCase().replace(/(.{8})/, "$1-"))).toEqual(answer);
				}
				expect(audience.meta.counts.devices).toBe([...expected.values()].filter((sets) => sets.length > 0).length);
			}),
			{ numRuns: runs(100) },
		);
	});

	test("more combinations than 16 bits, and devices beyond one block", async () => {
		const combinations = Array.from({ length: 70_000 }, (_, n) =>
			Array.from({ length: 17 }, (_, bit) => bit).filter((bit) => n & (1 << bit)),
		);
		const ids = Array.from({ length: 140_000 }, (_, n) => numberedId(n + 1));
		const audience = await buildAudience(17, {
			devices: chunks(
				ids,
				ids.map((_, n) => n % 70_000),
			),
			combinations,
		});
		expect(audience.meta.slots).toMatchObject({ bytes: 8, combination_bits: 17, count: Math.ceil(139_998 / 0.8) });
		expect(audience.meta.counts).toEqual({ devices: 139_998, combinations: 70_000 });
		for (const n of [1, 2, 65_535, 65_536, 65_537, 69_999, 70_001, 139_999]) {
			expect(audience.match(hex(ids[n] as Uint8Array))).toEqual(combinations[n % 70_000]);
		}
		expect(audience.match(hex(ids[70_000] as Uint8Array))).toEqual([]);
		for (let n = 0; n < 20_000; n++) expect(audience.match(hex(numberedId(200_000 + n)))).toEqual([]);
	});

	test("more than 20 bits of combinations take slots of twelve bytes", async () => {
		const combinationCount = 2 ** 20 + 5;
		const combinations = Array.from({ length: combinationCount }, (_, n) => [n % 3]);
		const numbers = [0, 7, 2 ** 20 - 1, 2 ** 20, combinationCount - 1];
		const ids = numbers.map((n) => numberedId(n + 1));
		const audience = await buildAudience(3, { devices: chunks(ids, numbers), combinations });
		expect(audience.meta.slots).toMatchObject({ bytes: 12, combination_bits: 21, count: 8 });
		for (const [i, n] of numbers.entries()) expect(audience.match(hex(ids[i] as Uint8Array))).toEqual([n % 3]);
		expect(audience.match(hex(numberedId(999)))).toEqual([]);
	});

	test("an id of the other kind, or an invalid id, matches no set", async () => {
		const id = numberedId(5);
		const audience = await buildAudience(1, { devices: chunks([id], [0]), combinations: [[0]] });
		expect(audience.match(hex(id))).toEqual([0]);
		for (const text of [
			"",
			"5",
			`${hex(id)}00000000`,
			`${hex(id)}0`,
			"0".repeat(32),
			"x".repeat(32),
			"-".repeat(1e6),
		]) {
			expect(audience.match(text)).toEqual([]);
		}
	});

	test("an empty audience set matches nobody", async () => {
		const audience = await buildAudience(1, { devices: [], combinations: [] });
		expect(audience.match(hex(numberedId(5)))).toEqual([]);
		expect(audience.meta.false_match_probability).toBe(0);
	});
});

describe("rejected input", () => {
	const combinations = [[0], [1], []];
	const build = (ids: Uint8Array[], numbers: number[]) =>
		buildAudience(2, { devices: chunks(ids, numbers), combinations });

	test("a device twice", async () => {
		const ids = [1, 2, 3, 2].map((n) => numberedId(n));
		await expect(build(ids, [0, 0, 1, 1])).rejects.toThrow(`device ${hex(numberedId(2))} occurs 2 times`);
		// The second occurrence is in no set, so nothing contradicts the first.
		expect((await build(ids, [0, 0, 1, 2])).match(hex(numberedId(2)))).toEqual([0]);
	});

	test("the all-zero id, chunks of the wrong length, unknown combinations and sets", async () => {
		await expect(build([numberedId(0)], [0])).rejects.toThrow("all-zero");
		await expect(build([numberedId(1, 20)], [0])).rejects.toThrow("1 ids of 16 bytes");
		await expect(build([numberedId(1)], [3])).rejects.toThrow("combination 3; there are 3");
		await expect(buildAudience(2, { devices: [], combinations: [[2]] })).rejects.toThrow(
			"combination 0 refers to a set",
		);
	});
});

describe("slots", () => {
	const hashOf = (words: Uint32Array, seed: number) => {
		const hash = new Uint32Array(4);
		murmur3x86x128(words, 0, 16, seed, hash, 0);
		return hash;
	};

	test("reject a second device with the same fingerprint within reach of its lookup", () => {
		const shape = { count: 64, words: 2, combinationBits: 31 } as const;
		const slots = new DeviceSlots(new Uint32Array(128), shape, 16, 1, 63);
		const id = Uint32Array.of(1, 2, 3, 4);
		expect(slots.insert(id, 0, 6)).toBe(0);
		expect(slots.insert(id, 0, 7)).toBe(-1);
		expect(slots.find(id, 0)).toBe(6);
		// Same start slot and same fingerprint, except for the bits that the combination covers.
		const start = Math.floor(((hashOf(id, 1)[0] as number) / 2 ** 32) * 64);
		slots.words[start * 2] = (slots.words[start * 2] as number) ^ 1;
		expect(slots.find(id, 0)).toBe(-1);
		expect(slots.insert(id, 0, 8)).toBe(1);
		expect(slots.find(id, 0)).toBe(8);
	});

	test("give the probability of a false match", () => {
		const shape = slotShape(10_000_000, 1000);
		expect(shape).toEqual({ count: 12_500_000, words: 2, combinationBits: 10 });
		expect(falseMatchProbability(shape, 10_000_000) * 2 ** 54).toBeCloseTo(12, 6);
		expect(slotShape(1, 2 ** 20 - 1)).toMatchObject({ words: 2, combinationBits: 20 });
		expect(slotShape(1, 2 ** 20)).toMatchObject({ words: 3, combinationBits: 21 });
	});

	test("use the same MurmurHash3_x86_128 as other libraries", () => {
		const results = HASH_VECTORS.map(([id, seed]) => {
			const words = new Uint32Array(new Uint8Array(Buffer.from(id, "hex")).buffer);
			const hash = new Uint32Array(4);
			murmur3x86x128(words, 0, words.byteLength as DeviceIdBytes, seed, hash, 0);
			return [...hash].map((word) => word.toString(16).padStart(8, "0")).join("");
		});
		expect(results).toEqual(HASH_VECTORS.map(([, , hash]) => hash));
	});
});

describe("parseDeviceId", () => {
	test("reads all kinds, ignoring case and hyphens, and a UUID in braces or after urn:uuid:", () => {
		const id = "0123abcd-4567-89ef-fedc-ba9876543210";
		const bytes = new Uint8Array(Buffer.from(id.replaceAll("-", ""), "hex"));
		for (const text of [
			id,
			id.toUpperCase(),
			id.replaceAll("-", ""),
			`-${id}-`,
			`{${id}}`,
			`urn:uuid:${id}`,
			`URN:UUID:${id}`,
		]) {
			expect(parseDeviceId(text)).toEqual({ kind: "uuid", bytes });
		}
		const sha1 = "da39a3ee5e6b4b0d3255bfef95601890afd80709";
		expect(parseDeviceId(sha1)).toEqual({ kind: "sha1", bytes: new Uint8Array(Buffer.from(sha1, "hex")) });
		const sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
		expect(parseDeviceId(sha256)).toEqual({ kind: "sha256", bytes: new Uint8Array(Buffer.from(sha256, "hex")) });
	});

	test.each([
		"",
		"-",
		"00000000-0000-0000-0000-000000000000",
		"0".repeat(40),
		"0123456789abcdef0123456789abcde",
		"0123456789abcdef0123456789abcdef0",
		"0123456789abcdef0123456789abcdeg",
		"0123456789abcdef0123456789abcde\u0661",
		" 0123456789abcdef0123456789abcdef",
		"a".repeat(41),
		"a".repeat(48),
		"a".repeat(65),
		"0".repeat(64),
		`{${"a".repeat(32)}`,
		`${"a".repeat(32)}}`,
		`{{${"a".repeat(32)}}}`,
		`{${"a".repeat(40)}}`,
		`urn:uuid:${"a".repeat(64)}`,
		`urn:uuid:{${"a".repeat(32)}}`,
		`urn:oid:${"a".repeat(32)}`,
		`{${"0".repeat(32)}}`,
		"{}",
		"urn:uuid:",
	])("rejects %j", (text) => {
		expect(parseDeviceId(text)).toBeNull();
	});

	test("round trip of random bytes", () => {
		fc.assert(
			fc.property(fc.constantFrom(16, 20, 32), fc.uint8Array({ minLength: 32, maxLength: 32 }), (length, random) => {
				const bytes = random.slice(0, length);
				expect(parseDeviceId(hex(bytes))?.bytes).toEqual(bytes.some((byte) => byte !== 0) ? bytes : undefined);
			}),
		);
	});
});

/**
 * Test vectors of murmurhash3js-revisited (npm) and, for 32 bytes, of Python's mmh3: id, seed,
 * hash.
 */
const HASH_VECTORS: [id: string, seed: number, hash: string][] = [
	["00000000000000000000000000000001", 1, "1c3a02ba33612e82fce99815b7d59067"],
	["0123abcd456789effedcba9876543210", 1, "92a8646f3554512fb6acae657f63e954"],
	["ffffffffffffffffffffffffffffffff", 4294967295, "1539e7428160f337f34d4d6c9d8c36f4"],
	["da39a3ee5e6b4b0d3255bfef95601890afd80709", 1, "6577311792daf3324b426959ef82957b"],
	["ffffffffffffffffffffffffffffffffffffff80", 7, "356b26d96e6f9bad7983e1b3e9b3dd6b"],
	["00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff", 1, "dc8aff279c2ddb334d50385ede1afc2c"],
	["abababababababababababababababababababababababababababababababab", 7, "ee958ea2900b3e1e9a9403b6a39ba8d9"],
	["e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", 4294967295, "63b6bb0ea95bc98ad67d4841662f0cb8"],
];
