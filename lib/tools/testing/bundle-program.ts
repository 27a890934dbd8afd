import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { projectPath } from "@/lib/platform/project-path";

/** A program that a test runs as a process of its own. */
export interface BundledProgram {
	readonly path: string;
	remove(): Promise<void>;
}

/**
 * Bundles a program as the service's own entries are: its packages stay outside.
 * @param source the path of the program below the project
 */
export async function bundleProgram(...source: string[]): Promise<BundledProgram> {
	// In the project, so that packages are found.
	const name = `${basename(source.at(-1) ?? "", ".ts")}.${randomUUID()}.mjs`;
	const path = join(projectPath("node_modules"), ".cache", "targeting-service", name);
	await build({
		entryPoints: [projectPath(...source)],
		outfile: path,
		bundle: true,
		platform: "node",
		format: "esm",
		packages: "external",
		logLevel: "warning",
	});
	return { path, remove: () => rm(path, { force: true }) };
}
