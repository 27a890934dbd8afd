import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { checkTargetingFile } from "@/lib/formats/check-file";
import { readDirectory, readHeader } from "@/lib/formats/container-header";
import { openTargetingFile } from "@/lib/formats/open";
import { SectionVerifier } from "@/lib/formats/section-verifier";
import { audienceBytes, proximityBytes, readSections, reseal, withScratchFile } from "@/lib/formats/testing";

let proximity: Uint8Array;
let small: Uint8Array;

beforeAll(async () => {
	const fences = Array.from({ length: 90_000 }, (_, n) => ({
		set: n % 2,
		circle: { latitude: (n % 300) / 4, longitude: n / 1000, radius: 50 },
	}));
	proximity = await proximityBytes(2, fences);
	small = await proximityBytes(2, fences.slice(0, 50));
});

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

const check = (bytes: Uint8Array, expected = {}) =>
	withScratchFile(async (path) => {
		await writeFile(path, bytes);
		return checkTargetingFile(path, expected);
	});

/** Problem code of opening the bytes in memory, or null. */
function problemOf(bytes: Uint8Array): unknown {
	try {
		openTargetingFile(bytes);
		return null;
	} catch (error) {
		return (error as { problem: unknown }).problem;
	}
}

describe("a file on disk", () => {
	test("is accepted, and its META returned", async () => {
		expect(proximity.length).toBeGreaterThan(4 * 2 ** 20);
		const expected = { expectedSize: proximity.length, expectedSha256: sha256(proximity) };
		const opened = openTargetingFile(proximity);
		expect(await check(proximity, expected)).toEqual(opened.meta);
		const devices = [{ ids: new Uint8Array(16).fill(3), combination: Uint32Array.of(0) }];
		const audience = await audienceBytes(1, { devices, combinations: [[0]] });
		expect(await check(audience)).toMatchObject({ kind: "audience", counts: { devices: 1 } });
	});

	test("is rejected for a flipped bit anywhere, like in memory", async () => {
		const places = readSections(proximity).flatMap(({ entry, offset, length }) => [
			entry,
			entry + 28,
			...(length > 0 ? [offset, offset + length - 1] : []),
		]);
		for (const place of [0, 8, 24, 40, ...places]) {
			const damaged = proximity.slice();
			damaged[place] = (damaged[place] as number) ^ 1;
			const problem = problemOf(damaged);
			expect(problem).not.toBeNull();
			await expect(check(damaged)).rejects.toMatchObject({ problem });
		}
	});

	test("is rejected for a wrong digest first, and for a wrong size before it is read", async () => {
		const zeros = proximity.slice().fill(0, 64);
		const expected = { expectedSha256: sha256(proximity) };
		await expect(check(zeros, expected)).rejects.toMatchObject({ problem: "digest_mismatch" });
		const longer = { ...expected, expectedSize: proximity.length + 64 };
		await expect(check(proximity, longer)).rejects.toMatchObject({ problem: "truncated" });
	});

	test("is rejected when it is empty, truncated, or has an unknown META", async () => {
		await expect(check(new Uint8Array(0))).rejects.toMatchObject({ problem: "truncated" });
		await expect(check(proximity.subarray(0, 70))).rejects.toMatchObject({ problem: "truncated" });
		await expect(check(proximity.subarray(0, -64))).rejects.toMatchObject({ problem: "truncated" });
		const [meta] = readSections(proximity).filter(({ name }) => name === "META");
		if (!meta) throw new Error("no META");
		const odd = proximity.slice();
		odd.fill(0x20, meta.offset, meta.offset + meta.length);
		await expect(check(reseal(odd))).rejects.toMatchObject({ problem: "invalid_content" });
	});
});

describe("sections in pieces", () => {
	test.each([1, 63, 64, 65, 1000])("of %i bytes are checked like whole ones", (size) => {
		const verify = (file: Uint8Array) => {
			const header = readHeader(file, file.length);
			const verifier = new SectionVerifier(readDirectory(file, header.sectionCount, file.length));
			for (let at = 0; at < file.length; at += size) verifier.push(file.subarray(at, at + size));
		};
		expect(() => verify(small)).not.toThrow();
		for (const { offset, length } of readSections(small)) {
			for (const place of length > 0 ? [offset, offset + length - 1, offset + length] : [offset]) {
				if (place >= small.length) continue;
				const damaged = small.slice();
				damaged[place] = (damaged[place] as number) ^ 1;
				expect(() => verify(damaged)).toThrow(/checksum of section|padding/);
			}
		}
	});
});
