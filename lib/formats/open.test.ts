import { createHash } from "node:crypto";
import { truncate, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import {
	describeTargetingFile,
	loadTargetingFile,
	openTargetingFile,
	openVerifiedTargetingFile,
	readTargetingBytes,
	verifyTargetingFile,
} from "@/lib/formats/open";
import {
	audienceBytes,
	buildProximity,
	proximityBytes,
	readSections,
	reseal,
	sampleMeta,
	withScratchFile,
} from "@/lib/formats/testing";

const circle = { latitude: 1, longitude: 1, radius: 100 };

describe("loading from disk", () => {
	test("verifies the digest, with and without its prefix, and returns shared memory", async () => {
		const bytes = await proximityBytes(1, [{ set: 0, circle }]);
		const sha256 = createHash("sha256").update(bytes).digest("hex");
		await withScratchFile(async (path) => {
			await writeFile(path, bytes);
			for (const expectedSha256 of [sha256, `sha256:${sha256}`, sha256.toUpperCase()]) {
				const file = await loadTargetingFile(path, { expectedSha256 });
				expect(file.kind === "proximity" && file.match(1, 1)).toEqual([0]);
			}
			const shared = await readTargetingBytes(path);
			expect(shared.buffer).toBeInstanceOf(SharedArrayBuffer);
			expect(openTargetingFile(shared).bytes).toBe(bytes.length);
			const wrong = sha256.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
			await expect(loadTargetingFile(path, { expectedSha256: wrong })).rejects.toMatchObject({
				problem: "digest_mismatch",
			});
		});
	});

	test("reads files of several chunks", async () => {
		const fences = Array.from({ length: 100_000 }, (_, n) => ({
			set: 0,
			circle: { latitude: (n % 300) / 4, longitude: n / 1000, radius: 50 },
		}));
		const bytes = await proximityBytes(1, fences);
		expect(bytes.length).toBeGreaterThan(5 * 2 ** 20);
		await withScratchFile(async (path) => {
			await writeFile(path, bytes);
			const file = await loadTargetingFile(path);
			expect(file.kind === "proximity" && file.match(25, 0.1)).toEqual([0]);
			await truncate(path, bytes.length - 1);
			await expect(loadTargetingFile(path)).rejects.toMatchObject({ problem: "truncated" });
		});
	});

	test("a missing file and an empty one are different errors", async () => {
		await withScratchFile(async (path) => {
			await expect(loadTargetingFile(path)).rejects.toMatchObject({ code: "ENOENT" });
			await writeFile(path, "");
			await expect(loadTargetingFile(path)).rejects.toMatchObject({ name: "TargetingFileError" });
		});
	});
});

describe("a file that does not fit into memory", () => {
	test("throws out_of_memory", async () => {
		await withScratchFile(async (path) => {
			await writeFile(path, "");
			// A sparse file takes no space on the disk.
			await truncate(path, 2 ** 42);
			await expect(loadTargetingFile(path)).rejects.toMatchObject({ problem: "out_of_memory" });
			await expect(loadTargetingFile(path, { expectedSize: 2 ** 20 })).rejects.toMatchObject({ problem: "corrupt" });
		});
	});
});

describe("a file verified by another thread", () => {
	const ring: [number, number][] = [
		[10, 10],
		[11, 10],
		[10.5, 11],
	];
	const fences = [
		{ set: 0, circle },
		{ set: 1, circle: { latitude: 40, longitude: 40, radius: 3_000_000 } },
		{ set: 2, polygons: [[ring]] },
	];
	const share = (bytes: Uint8Array) => {
		const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
		shared.set(bytes);
		return shared;
	};
	const devices = [{ ids: new Uint8Array(16).fill(3), combination: Uint32Array.of(0) }];

	test("gives the same results over the same memory", async () => {
		const bytes = share(await proximityBytes(3, fences));
		const [first, second] = [openTargetingFile(bytes), openVerifiedTargetingFile(verifyTargetingFile(bytes))];
		if (first.kind !== "proximity" || second.kind !== "proximity") throw new Error("not a proximity filter");
		for (const [latitude, longitude] of [
			[1, 1],
			[40, 40],
			[10.3, 10.5],
			[20, 40],
			[-40, 0],
		] as const) {
			expect(second.match(latitude, longitude)).toEqual(first.match(latitude, longitude));
		}
		expect(second.match(10.3, 10.5)).toEqual([2]);
		expect(describeTargetingFile(second)).toEqual(describeTargetingFile(first));

		const verified = verifyTargetingFile(share(await audienceBytes(1, { devices, combinations: [[0]] })));
		const audience = openVerifiedTargetingFile(verified);
		expect(audience.kind === "audience" && audience.match("03".repeat(16))).toEqual([0]);
	});

	test.each([
		["proximity", ["CGEO", "CSET", "LEAF", "PCHN", "PVTX", "PXYS", "NODE", "TSET", "CBOX"]],
		["audience", ["SLOT", "CMBX"]],
	] as const)("is not verified again: %s", async (kind, names) => {
		const file =
			kind === "proximity" ? await proximityBytes(3, fences) : await audienceBytes(1, { devices, combinations: [[0]] });
		for (const name of names) {
			const verified = verifyTargetingFile(share(file));
			const section = readSections(file).find((candidate) => candidate.name === name);
			if (!section) throw new Error(`no section ${name}`);
			verified.bytes.fill(0xff, section.offset, section.offset + section.length);
			expect(openVerifiedTargetingFile(verified).kind).toBe(kind);
			if (section.length === 0) continue;
			expect(() => verifyTargetingFile(verified.bytes)).toThrow(`checksum of section ${name}`);
			expect(() => openTargetingFile(reseal(verified.bytes))).toThrow(
				expect.objectContaining({ problem: "invalid_content" }),
			);
		}
	});

	test("cannot be opened in other memory", async () => {
		const verified = verifyTargetingFile(share(await proximityBytes(3, fences)));
		const copy = new Uint8Array(verified.bytes);
		const shifted = new Uint8Array(new SharedArrayBuffer(copy.length + 1), 1);
		shifted.set(copy);
		const audience = share(await audienceBytes(1, { devices, combinations: [[0]] }));
		// A structured clone, as sent by a program that forgets to share.
		const cloned = { ...verified, bytes: structuredClone(copy) as Uint8Array as Uint8Array<SharedArrayBuffer> };
		for (const other of [cloned, { ...verified, bytes: shifted }, { ...verified, bytes: audience }]) {
			expect(() => openVerifiedTargetingFile(other)).toThrow(TypeError);
		}
	});
});

describe("description of a file", () => {
	test("of a proximity filter", async () => {
		const filter = await buildProximity(2, [{ set: 1, circle }]);
		expect(describeTargetingFile(filter)).toEqual({
			kind: "proximity",
			format_version: "1.0",
			...sampleMeta(2),
			memory: filter.bytes + 4096 + 16 + 4,
			counts: { fences: 1, circles: 1, polygons: 0, vertices: 0, large_circles: 0, large_polygons: 0 },
			false_match_probability: 0,
		});
	});

	test("of an audience set", async () => {
		const devices = [{ ids: new Uint8Array(16).fill(3), combination: Uint32Array.of(0) }];
		const audience = openTargetingFile(await audienceBytes(1, { devices, combinations: [[0]] }));
		expect(describeTargetingFile(audience)).toMatchObject({
			kind: "audience",
			sources: ["acme-mobile"],
			counts: { devices: 1, combinations: 1 },
		});
		expect(describeTargetingFile(audience).false_match_probability).toBeGreaterThan(0);
	});
});
