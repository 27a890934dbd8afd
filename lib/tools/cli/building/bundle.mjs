import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readStamp, writeAtomically } from "./atomic-write.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { inProject, root, versionOf } from "./project.mjs";
import { ensureRoutes } from "./routes.mjs";
import { ToolError } from "./run-tool.mjs";

/** Sources of entries other than `lib/tools/cli/NAME.ts`, by the name of the bundle. */
const SOURCES = {
	server: "server.ts",
	agent: "lib/agent/main.ts",
	targeting: "clients/cli/src/main.ts",
	lookup: "clients/lookup/src/index.ts",
	"worker-thread": "lib/engine/build-threads/thread.ts",
	"inspection-thread": "lib/engine/inspection/thread.ts",
	"intake-thread": "lib/engine/geofences/intake-thread.ts",
	"conversion-thread": "lib/engine/conversion/thread.ts",
	"bench-lookup": "verification/benches/bench-lookup.ts",
	"bench-agent": "verification/benches/bench-agent.ts",
	"bench-matches": "verification/benches/bench-matches.ts",
	"bench-api": "verification/benches/bench-api.ts",
	"bench-ui": "verification/benches/bench-ui.ts",
	"bench-build": "verification/benches/bench-build.ts",
	"bench-backup": "verification/benches/bench-backup.ts",
	"bench-scale": "verification/benches/bench-scale.ts",
	"bench-polls": "verification/benches/bench-polls.ts",
	"bench-idle": "verification/benches/bench-idle.ts",
	"test-faults": "verification/faults/test-faults.ts",
};

/** Bundles that need Node.js alone. */
const SINGLE_FILES = ["agent", "targeting", "lookup"];

/** Threads of a running service. */
export const THREADS = ["worker-thread", "inspection-thread", "intake-thread", "conversion-thread"];

/** Bundles of `npm run build`: for a running service and for operators. */
export const BUNDLES = ["server", "seed", "admin", "worker", ...THREADS, "agent"];

/** Number of running builds, which share esbuild's process. */
let underWay = 0;

/** @returns {string} the source file of an entry, relative to the root */
export function sourceOf(name) {
	return SOURCES[name] ?? `lib/tools/cli/${name}.ts`;
}

/** @returns {string} the path of an entry's bundle */
export function bundlePath(name) {
	return inProject("dist", `${name}.mjs`);
}

/** @returns {boolean} */
export function hasSource(name) {
	return existsSync(inProject(sourceOf(name)));
}

/**
 * Bundles an entry into `dist/NAME.mjs` with its source map, unless that is up to date. Some need
 * only Node.js; other bundles import packages from node_modules.
 * @returns {Promise<string>} the bundle's path
 */
export async function ensureBundle(name) {
	const target = bundlePath(name);
	if (await bundleIsFresh(name)) return target;

	const esbuild = await import("esbuild");
	underWay += 1;
	try {
		const result = await esbuild.build({
			...optionsFor(name),
			absWorkingDir: root,
			entryPoints: [sourceOf(name)],
			outfile: target,
			write: false,
			metafile: true,
		});
		const inputs = [...Object.keys(result.metafile.inputs), "tsconfig.json"];
		// The map first, so that the file that Node.js loads is written last.
		for (const file of result.outputFiles.sort((a, b) => b.path.length - a.path.length)) {
			await writeAtomically(file.path, file.contents);
		}
		const stamp = { fingerprint: await fingerprintOfInputs(name, inputs), inputs };
		await writeAtomically(stampPath(name), JSON.stringify(stamp));
	} catch (error) {
		if (!Array.isArray(error.errors)) throw error;
		const lines = await esbuild.formatMessages(error.errors, { kind: "error", color: false });
		throw new ToolError(`Bundling ${sourceOf(name)} failed.`, lines.join(""));
	} finally {
		underWay -= 1;
		// Otherwise esbuild's process would run as long as the service.
		if (underWay === 0) await esbuild.stop();
	}
	return target;
}

/**
 * Bundles an entry into `dist/dev/NAME.mjs`, and again with every change of its sources or of the
 * routes; prints errors.
 * @param {(path: string) => void} onBundle called after each bundle
 */
export async function watchBundle(name, onBundle) {
	const esbuild = await import("esbuild");
	const outfile = inProject("dist", "dev", `${name}.mjs`);
	const tellOfBundles = {
		name: "tell of bundles",
		setup: (build) => build.onEnd(({ errors }) => void (errors.length === 0 && onBundle(outfile))),
	};
	const context = await esbuild.context({
		...optionsFor(name),
		logLevel: "error",
		absWorkingDir: root,
		entryPoints: [sourceOf(name)],
		outfile,
		plugins: [registryOfRoutes, tellOfBundles],
	});
	underWay += 1;
	await context.watch();
}

/** Finds routes again when a folder of app/ changes. */
const registryOfRoutes = {
	name: "registry of routes",
	setup: (build) =>
		build.onLoad({ filter: /[\\/]lib[\\/]generated[\\/]routes\.ts$/ }, async ({ path }) => {
			await ensureRoutes();
			const entries = await readdir(inProject("app"), { recursive: true, withFileTypes: true });
			const folders = entries
				.filter((entry) => entry.isDirectory())
				.map(({ parentPath, name }) => join(parentPath, name));
			return { contents: await readFile(path, "utf8"), loader: "ts", watchDirs: [inProject("app"), ...folders] };
		}),
};

/** @returns {Promise<boolean>} whether an entry's bundle matches its current sources */
export async function bundleIsFresh(name) {
	const stamp = await readStamp(stampPath(name));
	if (stamp === null || !existsSync(bundlePath(name))) return false;
	return (await fingerprintOfInputs(name, stamp.inputs)) === stamp.fingerprint;
}

/** Packages whose form for Node.js requires others at run time, which a bundle of modules cannot. */
const MODULES = { yaml: "./node_modules/yaml/browser/index.js" };

function optionsFor(name) {
	return {
		bundle: true,
		platform: "node",
		format: "esm",
		target: "node20",
		packages: SINGLE_FILES.includes(name) ? "bundle" : "external",
		// The forms of packages of which a bundle takes the used parts alone.
		mainFields: ["module", "main"],
		// Sent to people's machines; errors keep their names.
		...(name === "targeting" ? { minify: true, keepNames: true, alias: MODULES } : {}),
		sourcemap: "linked",
		// Node.js reads the maps at each start, and keeps them; traces need names and lines alone.
		sourcesContent: false,
		legalComments: "none",
		logLevel: "silent",
	};
}

function stampPath(name) {
	return inProject("dist", "stamps", `${name}.json`);
}

function fingerprintOfInputs(name, inputs) {
	const circumstances = { options: optionsFor(name), esbuild: versionOf("esbuild") };
	return fingerprint(
		inputs.map((input) => resolve(root, input)),
		circumstances,
	);
}
