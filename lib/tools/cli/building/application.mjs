import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { buildDirectory } from "../../../platform/base-path.mjs";
import { readStamp, writeAtomically } from "./atomic-write.mjs";
import { aside, readBasePath } from "./base-path.mjs";
import { BUNDLES, bundlePath, ensureBundle, hasSource } from "./bundle.mjs";
import { compressScripts } from "./compress-scripts.mjs";
import { ensureEmptyDatabase } from "./empty-database.mjs";
import { fingerprint, platform } from "./fingerprint.mjs";
import { ensureGenerated } from "./generated.mjs";
import { withBuildLock } from "./lock.mjs";
import { commandOf, inProject, root } from "./project.mjs";
import { copyMapFiles } from "./public-files.mjs";
import { runTool } from "./run-tool.mjs";

/** Each base path has a separate build. */
const basePath = readBasePath();
const pages = buildDirectory(basePath);
const stampPath = basePath === "" ? inProject("dist", "build.json") : aside(basePath, "stamps");

const SOURCE_DIRECTORIES = ["app", "components", "lib", "prisma", "public"];
const SOURCE_FILES = [
	"server.ts",
	"instrumentation.ts",
	"instrumentation-client.ts",
	"next.config.mjs",
	"postcss.config.mjs",
	"prisma.config.ts",
	"tsconfig.json",
	"tsconfig.build.json",
	"package.json",
	"package-lock.json",
];
/** Build products, and files without influence on them. */
const NO_SOURCE = /^(lib\/generated|lib\/tools\/testing|lib\/tools\/cli\/testing|public\/maplibre)\/|\.test\.tsx?$/;

/**
 * @returns {Promise<"up to date" | "missing" | "stale">} whether the last complete build matches
 *   the sources
 */
export async function stateOfBuild() {
	const stamp = await readStamp(stampPath);
	if (stamp === null) return "missing";
	if ((await buildId()) !== stamp.buildId || stamp.bundles.some((name) => !existsSync(bundlePath(name))))
		return "missing";
	return (await fingerprintOfSources()) === stamp.fingerprint ? "up to date" : "stale";
}

/** Builds as `npm start` does: unless the build is up to date, and with a line that says why. */
export async function ensureBuilt() {
	if ((await stateOfBuild()) === "up to date") return;
	await withBuildLock(async () => {
		const state = await stateOfBuild();
		if (state === "up to date") return;
		const reason = state === "stale" ? "its sources have changed" : "there is no complete build yet";
		console.log(`Building the service, as ${reason}; this takes about half a minute.`);
		await buildApplication({ quiet: true });
	});
}

/**
 * Builds everything that `npm start` runs: Prisma client, pages and routes, bundles of the
 * service's own entries. The stamp is removed first and written last, so an interrupted build does
 * not count.
 * @param {{ quiet?: boolean }} options `quiet` shows the tools' output only when one fails
 */
export async function buildApplication({ quiet = false } = {}) {
	const wanted = await fingerprintOfSources();
	await rm(stampPath, { force: true });
	await ensureGenerated();
	await copyMapFiles();
	// Types of routes that `next dev` has seen and that no longer exist would fail the build.
	await rm(inProject(pages, "dev", "types"), { recursive: true, force: true });
	const env = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
	await runTool("next build", commandOf("next", "next"), ["build"], { quiet, env });
	await compressScripts(inProject(pages, "static"));
	const bundles = BUNDLES.filter(hasSource);
	for (const name of bundles) await ensureBundle(name);
	await ensureEmptyDatabase();
	await writeAtomically(stampPath, JSON.stringify({ fingerprint: wanted, buildId: await buildId(), bundles }));
}

async function buildId() {
	return readFile(inProject(pages, "BUILD_ID"), "utf8").catch(() => null);
}

async function fingerprintOfSources() {
	const files = SOURCE_FILES.map((name) => inProject(name));
	for (const directory of SOURCE_DIRECTORIES) {
		const entries = await readdir(inProject(directory), { recursive: true, withFileTypes: true }).catch(() => []);
		for (const entry of entries) {
			if (!entry.isFile()) continue;
			const path = join(entry.parentPath, entry.name);
			if (!NO_SOURCE.test(relative(root, path).split(sep).join("/"))) files.push(path);
		}
	}
	return fingerprint(files, platform);
}
