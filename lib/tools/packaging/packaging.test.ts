import { readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { problemOf } from "./problem-of.mjs";
import { OPENED_BY_PATH, shippedPackages } from "./shipped-packages";
import { writeArchive } from "./write-archive";

const ROOT = join(import.meta.dirname, "../../..");
const ARTIFACT = { platform: "linux", arch: "x64", node: "20.19", basePath: "" };
const HERE = { platform: "linux", arch: "x64", version: "24.2.0", basePath: "" };

test.each([
	["service", {}, {}, null],
	["service", {}, { version: "20.19.0" }, null],
	["service", {}, { version: "20.9.0" }, "Node.js must be 20.19 or later, and is 20.9.0"],
	["worker", {}, { version: "18.20.0" }, "Node.js must be 20.19 or later, and is 18.20.0"],
	["agent", {}, { arch: "arm64" }, "this artifact is for linux-x64, and this machine is linux-arm64"],
	["service", {}, { basePath: "/x" }, "BASE_PATH must be no path, for which this artifact was built, and is /x"],
	["service", { basePath: "/x" }, {}, "BASE_PATH must be /x, for which this artifact was built, and is no path"],
	["worker", { basePath: "/x" }, {}, null],
])("a part starts where it can: %s of %j on %j", (part, artifact, here, problem) => {
	expect(problemOf({ ...ARTIFACT, ...artifact }, part, { ...HERE, ...here })).toBe(problem);
});

test("the same files make the same archive, whoever has them and since when", async () => {
	const directory = await mkdtemp(join(tmpdir(), "targeting-archive-"));
	try {
		await writeFile(join(directory, "a [x].txt"), "a");
		await symlink("a [x].txt", join(directory, "link"));
		const write = (name: string) => {
			const contents = { name: "top", time: 1_700_000_000, parts: [{ directory, files: ["a [x].txt", "link"] }] };
			return writeArchive(join(directory, name), contents, 1);
		};
		const first = await write("first.tgz");
		await utimes(join(directory, "a [x].txt"), 1, 1);
		expect(await write("second.tgz")).toBe(first);
		await writeFile(join(directory, "a [x].txt"), "b");
		expect(await write("third.tgz")).not.toBe(first);
	} finally {
		await rm(directory, { recursive: true });
	}
	await expect(
		writeArchive(join(tmpdir(), "none.tgz"), { name: "top", time: 0, parts: [{ directory: "/", files: ["none"] }] }, 1),
	).rejects.toThrow(/none: Cannot stat/);
});

test("an artifact has every package that is opened by its path", () => {
	const sources = readdirSync(join(ROOT, "lib"), { recursive: true, encoding: "utf8" })
		.filter((path) => /\.(ts|mjs)$/.test(path) && !/^(tools|generated)\/|\.test\.ts$|\/testing\//.test(path))
		.map((path) => readFileSync(join(ROOT, "lib", path), "utf8"));
	const opened = sources.flatMap((text) => [
		...[...text.matchAll(/\.resolve\("([^"]+)"\)/g)].map(([, path = ""]) => path),
		...[...text.matchAll(/projectPath\("node_modules", ((?:"[^"]+"(?:, )?)+)/g)].map(([, path = ""]) =>
			JSON.parse(`[${path}]`).join("/"),
		),
	]);
	// What compares schemas is for developers.
	const names = opened.filter((path) => !path.startsWith("@prisma/schema-engine-wasm/"));
	expect(names).not.toEqual([]);
	expect(names.filter((path) => !OPENED_BY_PATH.some((name) => path.startsWith(`${name}/`)))).toEqual([]);
});

test("packages come with all that they need, and without what only a build needs", async () => {
	const directory = await mkdtemp(join(tmpdir(), "targeting-packages-"));
	try {
		const program = join(directory, "program.mjs");
		await writeFile(program, 'import "next"; import "pg";');
		await mkdir(join(directory, "pages", "node_modules"), { recursive: true });
		await symlink(join(ROOT, "node_modules/pino"), join(directory, "pages", "node_modules", "pino-12ab"));
		const pages = relative(ROOT, join(directory, "pages"));
		const names = (await shippedPackages(ROOT, [program], pages)).map(({ name }) => name);
		expect(names).toEqual(
			expect.arrayContaining(["next", "react-dom", "pg", "pg-protocol", "pino", ...OPENED_BY_PATH]),
		);
		expect(names.filter((name) => /^(sharp|@img\/.*|@next\/swc.*|esbuild|vitest)$/.test(name))).toEqual([]);
		await writeFile(program, 'import "vitest";');
		await expect(shippedPackages(ROOT, [program], pages)).rejects.toThrow(
			"the package vitest is not installed for production",
		);
	} finally {
		await rm(directory, { recursive: true });
	}
});
