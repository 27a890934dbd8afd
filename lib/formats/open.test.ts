import { createHash } from "node:crypto";
import { truncate, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { describeTargetingFile, loadTargetingFile, openTargetingFile, readTargetingBytes } from "@/lib/formats/open";
import { audienceBytes, buildProximity, proximityBytes, sampleMeta, withScratchFile } from "@/lib/formats/testing";

const circle = { latitude: 1, longitude: 1, radius: 100 };

describe("loading from disk", () => {
	test("verifies the digest, with and without its prefix, and gives shared memory", async () => {
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

describe("description for status pages", () => {
	test("of a proximity filter", async () => {
		const filter = await buildProximity(2, [{ set: 1, circle }]);
		expect(describeTargetingFile(filter)).toEqual({
			kind: "proximity",
			format_version: "1.0",
			...sampleMeta(2),
			memory: filter.bytes + 4104,
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
