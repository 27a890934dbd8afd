import { readFile } from "node:fs/promises";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { openContainer } from "@/lib/formats/container";
import { TargetingFileError } from "@/lib/formats/errors";
import { openTargetingFile } from "@/lib/formats/open";
import { audienceBytes, proximityBytes, readSections, reseal, withScratchFile } from "@/lib/formats/testing";
import { type SectionSource, writeContainer } from "@/lib/formats/write-container";
import { runs } from "@/lib/tools/testing/runs";

fc.configureGlobal({ seed: 20_251_121 });

let files: { proximity: Uint8Array; audience: Uint8Array };

beforeAll(async () => {
	const circles = Array.from({ length: 40 }, (_, n) => ({
		set: n % 3,
		circle: { latitude: n / 10, longitude: 179.9, radius: 20_000 },
	}));
	const ring: [number, number][] = [
		[0, 0],
		[1, 0],
		[1, 1],
	];
	const ids = Uint8Array.from({ length: 16 * 20 }, (_, n) => (n * 37 + (n >> 8) * 11) & 255);
	files = {
		proximity: await proximityBytes(3, [...circles, { set: 1, polygons: [[ring]] }, { set: 2, polygons: [[ring]] }]),
		audience: await audienceBytes(3, {
			devices: [{ ids, combination: Uint32Array.from({ length: 20 }, (_, n) => n % 2) }],
			combinations: [[0, 2], [1]],
		}),
	};
});

const kinds = ["proximity", "audience"] as const;

/** Opens arbitrary bytes: true for a reader, false for a `TargetingFileError`. */
function opens(bytes: Uint8Array): boolean {
	try {
		openTargetingFile(bytes);
		return true;
	} catch (error) {
		if (error instanceof TargetingFileError) return false;
		throw error;
	}
}

/** Whatever the file holds, lookups give ascending indexes of its sets. */
function answersSanely(bytes: Uint8Array): void {
	let file: ReturnType<typeof openTargetingFile>;
	try {
		file = openTargetingFile(bytes);
	} catch (error) {
		expect(error).toBeInstanceOf(TargetingFileError);
		return;
	}
	const answers: number[][] = [];
	if (file.kind === "proximity") {
		for (const longitude of [-180, 0.5, 179.9, 180])
			answers.push(file.match(0.5, longitude), file.match(90, longitude));
	} else {
		for (let n = 0; n < 20; n++) answers.push(file.match(Buffer.from([n, ...new Array(15).fill(7)]).toString("hex")));
		answers.push(file.match("00254a6f94b9de03284d7297bce1062b"));
	}
	for (const answer of answers) {
		expect(answer).toEqual([...new Set(answer)].sort((a, b) => a - b));
		expect(answer.every((set) => set < file.meta.sets.length)).toBe(true);
	}
}

describe("damaged files", () => {
	test.each(kinds)("a flipped bit anywhere is an error (%s)", (kind) => {
		const bytes = files[kind].slice();
		for (let at = 0; at < bytes.length; at++) {
			const bit = 1 << (at % 8);
			bytes[at] = (bytes[at] as number) ^ bit;
			expect(opens(bytes), `bit flipped in byte ${at}`).toBe(false);
			bytes[at] = (bytes[at] as number) ^ bit;
		}
		expect(opens(bytes)).toBe(true);
	});

	test.each(kinds)("a file that is truncated or extended is an error (%s)", (kind) => {
		const bytes = files[kind];
		for (let length = 0; length < bytes.length; length++) {
			expect(opens(bytes.slice(0, length)), `cut off at ${length}`).toBe(false);
		}
		for (const extra of [1, 64, 4096]) {
			const longer = new Uint8Array(bytes.length + extra);
			longer.set(bytes);
			expect(opens(longer)).toBe(false);
		}
	});

	test.each(kinds)("tampering with valid checksums never causes a crash or an invalid result (%s)", (kind) => {
		const words = fc.oneof(
			fc.constantFrom(0, 1, 2, 3, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fc00000, 0xff800000),
			fc.integer({ min: 0, max: 0xffffffff }),
		);
		const edits = fc.array(fc.tuple(fc.nat(), fc.nat(), words), { minLength: 1, maxLength: 4 });
		fc.assert(
			fc.property(edits, (list) => {
				const bytes = files[kind].slice();
				const sections = readSections(bytes).filter(({ length }) => length >= 4);
				for (const [which, where, word] of list) {
					const { offset, length } = sections[which % sections.length] as (typeof sections)[number];
					new DataView(bytes.buffer).setUint32(offset + 4 * (where % Math.floor(length / 4)), word, true);
				}
				answersSanely(reseal(bytes));
			}),
			{ numRuns: runs(2_000) },
		);
	});

	test.each(kinds)("every number in META is checked against the sections (%s)", async (kind) => {
		const container = openContainer(files[kind]);
		const meta = JSON.stringify(container.json("META"));
		for (const match of meta.matchAll(/:(\d[\d.e-]*)/g)) {
			for (const value of ["0", "-1", "1", "4", "1e9", "4294967295", "1e300", "null", '"7"', "[]", "1.5"]) {
				const at = (match.index ?? 0) + 1;
				const changed = meta.slice(0, at) + value + meta.slice(at + (match[1] as string).length);
				answersSanely(await rewrite(files[kind], kind, { META: new TextEncoder().encode(changed) }));
			}
		}
	});

	test.each<[string, string]>([
		["not JSON", "{"],
		["not an object", "[]"],
		["null", "null"],
		["not UTF-8", "\udc00"],
	])("META that is %s is an error", async (_, text) => {
		const bytes = text === "\udc00" ? Uint8Array.of(0x22, 0xff, 0x22) : new TextEncoder().encode(text);
		expect(opens(await rewrite(files.proximity, "proximity", { META: bytes }))).toBe(false);
	});
});

describe("header and directory", () => {
	const edit = (change: (view: DataView) => void): Uint8Array => {
		const bytes = files.proximity.slice();
		change(new DataView(bytes.buffer));
		return bytes;
	};
	const problemOf = (bytes: Uint8Array): string => {
		try {
			openTargetingFile(bytes);
			return "none";
		} catch (error) {
			return error instanceof TargetingFileError ? error.problem : String(error);
		}
	};

	test("another file is not a targeting file", () => {
		expect(problemOf(new TextEncoder().encode("PK\u0003\u0004 something else"))).toBe("not_a_targeting_file");
		expect(problemOf(new Uint8Array(0))).toBe("truncated");
		expect(problemOf(files.proximity.slice(0, 100))).toBe("truncated");
	});

	test("an unknown major version is refused, a higher minor version is not", () => {
		expect(problemOf(reseal(edit((view) => view.setUint16(8, 2, true))))).toBe("unsupported_version");
		expect(problemOf(reseal(edit((view) => view.setUint16(10, 7, true))))).toBe("none");
		expect(problemOf(reseal(edit((view) => view.setUint32(16, 9, true))))).toBe("unsupported_version");
	});

	test("a foreign byte order, lengths, counts and positions that are impossible are errors", () => {
		const entry = (n: number) => 64 + 32 * n;
		// Resealed by hand where the change is in the directory itself.
		const changes: ((view: DataView) => void)[] = [
			(view) => view.setUint32(12, 0x04030201, true),
			(view) => view.setUint32(20, 0xffffffff, true),
			(view) => view.setBigUint64(24, 2n ** 63n, true),
			(view) => view.setBigUint64(24, 64n, true),
			(view) => view.setBigUint64(entry(1) + 8, view.getBigUint64(entry(0) + 8, true), true),
			(view) => view.setBigUint64(entry(1) + 8, 2n ** 64n - 64n, true),
			(view) => view.setBigUint64(entry(1) + 16, 2n ** 64n - 1n, true),
			(view) => view.setBigUint64(entry(1) + 16, 2n ** 40n, true),
			(view) => view.setUint32(entry(1) + 28, 1, true),
			(view) => view.setUint32(entry(1), view.getUint32(entry(0), true), true),
			(view) => view.setUint32(entry(1) + 4, 99, true),
		];
		for (const change of changes) {
			const bytes = edit(change);
			const view = new DataView(bytes.buffer);
			const count = new DataView(files.proximity.buffer).getUint32(20, true);
			view.setUint32(32, crc32(bytes.subarray(64, 64 + count * 32), crc32(bytes.subarray(0, 32))), true);
			expect(opens(bytes), String(change)).toBe(false);
		}
	});

	test("unknown sections are skipped", async () => {
		const added = await rewrite(files.audience, "audience", { XTRA: new TextEncoder().encode("of a later version") });
		expect(openContainer(added).sectionNames).toContain("XTRA");
		expect(openTargetingFile(added).meta).toEqual(openTargetingFile(files.audience).meta);
	});

	test("a missing section is an error that names it", async () => {
		const bytes = await rewrite(files.audience, "audience", { SLOT: null });
		expect(() => openTargetingFile(bytes)).toThrow("section SLOT is missing");
	});

	test("bytes that start anywhere in memory can be opened", () => {
		const memory = new Uint8Array(files.audience.length + 3);
		memory.set(files.audience, 3);
		expect(openTargetingFile(memory.subarray(3)).meta).toEqual(openTargetingFile(files.audience).meta);
	});
});

test("a failed write leaves no file behind", async () => {
	await withScratchFile(async (path) => {
		const broken = {
			name: "FAIL",
			type: "u8",
			get parts(): never {
				throw new Error("no memory");
			},
		} as const;
		await expect(writeContainer(path, "audience", [broken])).rejects.toThrow("no memory");
		await expect(readFile(path)).rejects.toThrow("ENOENT");
		await expect(readFile(`${path}.partial`)).rejects.toThrow("ENOENT");
	});
});

/** The same file with sections replaced, added, or left out (null). */
function rewrite(
	bytes: Uint8Array,
	kind: (typeof kinds)[number],
	changes: Record<string, Uint8Array | null>,
): Promise<Uint8Array> {
	const types = { META: "json", CBOX: "f32", CGEO: "f64", PBOX: "f32", PXYS: "f64", XTRA: "u8" } as const;
	const sections: SectionSource[] = [];
	for (const { name, offset, length } of [...readSections(bytes), { name: "XTRA", offset: 0, length: 0 }]) {
		const change = changes[name];
		if (change === null || (name === "XTRA" && !change)) continue;
		const type = types[name as keyof typeof types] ?? "u32";
		sections.push({ name, type, parts: [change ?? bytes.subarray(offset, offset + length)] });
	}
	return withScratchFile(async (path) => {
		await writeContainer(path, kind, sections);
		return new Uint8Array(await readFile(path));
	});
}
