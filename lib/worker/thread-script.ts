import { pathToFileURL } from "node:url";
import { projectPath } from "@/lib/db/project-path";

/** Name of the thread's bundle, in dist/ as in lib/cli/building/bundle.mjs. */
const NAME = "worker-thread";

interface Bundler {
	ensureBundle(name: string): Promise<string>;
}

/**
 * The path of the thread's script: the bundle that the build has made. A test runs the sources as they are, so that the
 * bundle is brought up to date first, as `npm run dev` does for a running service.
 */
export async function threadScript(): Promise<string> {
	if (!("__vitest_worker__" in globalThis)) return projectPath("dist", `${NAME}.mjs`);
	const bundler = pathToFileURL(projectPath("lib", "cli", "building", "bundle.mjs")).href;
	const { ensureBundle } = (await import(/* turbopackIgnore: true */ /* @vite-ignore */ bundler)) as Bundler;
	return ensureBundle(NAME);
}
