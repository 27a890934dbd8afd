import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_DEVICES } from "@/lib/tools/seed/inventory/demo-source";
import { parseSeedArguments, requireWritable, SeedArgumentError } from "./arguments";
import type { DemoWorld } from "./demo-world";
import { writeCredentials } from "./write-credentials";

let directory: string;
beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "seed-arguments-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

describe("arguments of the seed", () => {
	test("none are needed", () => {
		expect(parseSeedArguments([], "/home")).toEqual({ out: null, devices: DEMO_DEVICES, help: false });
		expect(parseSeedArguments(["--help"], "/home")).toEqual({ out: null, devices: DEMO_DEVICES, help: true });
	});

	test.each([
		[["--out", "demo.json"], "/home/demo.json"],
		[["--out=/tmp/demo.json"], "/tmp/demo.json"],
	])("%j sets the file", (args, out) => {
		expect(parseSeedArguments(args, "/home").out).toBe(out);
	});

	test("the size of the inventory source can be chosen", () => {
		expect(parseSeedArguments(["--devices", "4000"], "/home").devices).toBe(4_000);
		for (const devices of ["", "999", "4e3", "-4000", "many"]) {
			expect(() => parseSeedArguments([`--devices=${devices}`], "/home")).toThrow(SeedArgumentError);
		}
	});

	test.each([[["--out"]], [["--out", ""]], [["--file", "x"]], [["-o", "x"]], [["demo.json"]]])(
		"%j is rejected",
		(args) => {
			expect(() => parseSeedArguments(args, "/home")).toThrow(SeedArgumentError);
		},
	);
});

describe("the credentials file", () => {
	test("is rejected up front when it is not writable", async () => {
		const missing = join(directory, "missing", "demo.json");
		await expect(requireWritable(missing)).rejects.toThrow(
			`the directory ${join(directory, "missing")} does not exist`,
		);
		await expect(requireWritable(directory)).rejects.toThrow("is not a file");
		await requireWritable(join(directory, "demo.json"));
		expect(await readdir(directory)).toEqual([]);
	});

	test("is readable by its owner only, also when it replaces a public file", async () => {
		const path = join(directory, "demo.json");
		await writeFile(path, "old", { mode: 0o644 });
		const world = { targets: [] } as unknown as DemoWorld;
		await writeCredentials(path, world);
		expect(JSON.parse(await readFile(path, "utf8"))).toEqual(world);
		expect((await stat(path)).mode & 0o777).toBe(0o600);
		expect(await readdir(directory)).toEqual(["demo.json"]);
	});
});
