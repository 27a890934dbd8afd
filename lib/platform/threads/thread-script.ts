import { pathToFileURL } from "node:url";
import { projectPath } from "@/lib/platform/project-path";

/** Names of threads' bundles in dist/, as in lib/tools/cli/building/bundle.mjs. */
export type ThreadName = "worker-thread" | "inspection-thread" | "intake-thread" | "conversion-thread";

interface Bundler {
	ensureBundle(name: string): Promise<string>;
}

/**
 * Gives the path of a thread's script, a bundle of the build. Tests run the sources, so the bundle
 * is updated first, as `npm run dev` does for a running service.
 */
export async function threadScript(name: ThreadName): Promise<string> {
	if (process.env.VITEST === undefined) return projectPath("dist", `${name}.mjs`);
	const bundler = pathToFileURL(projectPath("lib", "tools", "cli", "building", "bundle.mjs")).href;
	const { ensureBundle } = (await import(/* turbopackIgnore: true */ /* @vite-ignore */ bundler)) as Bundler;
	return ensureBundle(name);
}
