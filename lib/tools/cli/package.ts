/**
 * `npm run package`: builds the service and writes all that runs as dist/targeting-service-VERSION-
 * PLATFORM-ARCH.tgz, with its SHA-256 and its provenance beside it. `--out DIRECTORY` writes
 * elsewhere, `--level 1` compresses less and faster.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { buildDirectory, wordOfBasePath } from "@/lib/platform/base-path.mjs";
import { projectPath } from "@/lib/platform/project-path";
import { provenance } from "@/lib/tools/packaging/provenance";
import { shippedFiles } from "@/lib/tools/packaging/shipped-files";
import { shippedPackages } from "@/lib/tools/packaging/shipped-packages";
import { readSource } from "@/lib/tools/packaging/source";
import { writeArchive } from "@/lib/tools/packaging/write-archive";
import { writeOwnFiles } from "@/lib/tools/packaging/write-own-files";

import packageJson from "@/package.json";

/** What the worker of PGlite imports: it runs as it is, so that its imports stand in no bundle. */
const PGLITE = "lib/platform/db/embedded/serve-pglite.mjs";

interface Application {
	stateOfBuild(): Promise<"up to date" | "missing" | "stale">;
	buildApplication(options: { quiet?: boolean }): Promise<void>;
}

/** Of the tools that build, which find the project from where they lie. */
function building<Module>(name: string): Promise<Module> {
	return import(pathToFileURL(projectPath("lib", "tools", "cli", "building", name)).href) as Promise<Module>;
}

const { values } = parseArgs({ options: { out: { type: "string" }, level: { type: "string", default: "9" } } });
const level = Number(values.level);
if (!(Number.isInteger(level) && level >= 1 && level <= 9)) {
	console.error(`--level must be from 1 to 9, and is ${values.level}`);
	process.exit(2);
}
const root = process.cwd();
const out = resolve(values.out ?? join(root, "dist"));
await ensureBuild();
const path = await writePackage();
console.log(path);

async function ensureBuild(): Promise<void> {
	const { stateOfBuild, buildApplication } = await building<Application>("application.mjs");
	const { withBuildLock } = await building<{ withBuildLock(step: () => Promise<void>): Promise<void> }>("lock.mjs");
	await withBuildLock(async () => {
		if ((await stateOfBuild()) !== "up to date") await buildApplication({ quiet: true });
	});
}

async function writePackage(): Promise<string> {
	const { version } = packageJson;
	const { basePath, bundles } = await settingsOfBuild();
	const pages = buildDirectory(basePath);
	const source = await readSource(root);
	const programs = bundles.filter((name) => name !== "agent").map((name) => `dist/${name}.mjs`);
	const packages = await shippedPackages(root, [...programs, PGLITE], pages);
	const files = await shippedFiles(root, { packages, bundles, pages });
	const path = basePath === "" ? "" : `-${wordOfBasePath(basePath)}`;
	const name = `targeting-service-${version}-${process.platform}-${process.arch}${path}.tgz`;
	await mkdir(out, { recursive: true });
	const own = await mkdtemp(join(out, ".own-"));
	try {
		const parts = [
			{ directory: root, files },
			{ directory: own, files: await writeOwnFiles(root, own, { basePath, pages, source, packages }) },
		];
		const contents = { name: `targeting-service-${version}`, time: source.time, parts };
		const sha256 = await writeArchive(join(out, name), contents, level);
		await writeFile(join(out, `${name}.sha256`), `${sha256}  ${name}\n`);
		const statement = provenance(root, { name, sha256, version, basePath, source });
		await writeFile(join(out, `${name}.provenance.json`), `${JSON.stringify(statement, null, "\t")}\n`);
		return join(out, name);
	} finally {
		await rm(own, { recursive: true });
	}
}

async function settingsOfBuild() {
	const { readBasePath } = await building<{ readBasePath(): string }>("base-path.mjs");
	const { BUNDLES } = await building<{ BUNDLES: readonly string[] }>("bundle.mjs");
	return { basePath: readBasePath(), bundles: BUNDLES };
}
