import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { projectPath } from "@/lib/platform/project-path";

/** A program of lib/platform/db/testing in its own process. */
export interface Child {
	process: ChildProcess;
	/** The lines that it prints. */
	lines: AsyncIterator<string>;
	/** Its exit code and signal, once it has ended. */
	ended: Promise<unknown[]>;
}

const bundled: string[] = [];

/** Removes the bundles of `prepareChild`. */
export async function removeChildBundles(): Promise<void> {
	for (const outfile of bundled.splice(0)) await rm(outfile, { force: true });
}

/**
 * Bundles a program of this directory as the service's own entry; gives a function that starts it
 * with arguments.
 */
export async function prepareChild(program: "write-rows" | "migrate-once"): Promise<(args: string[]) => Child> {
	const outfile = `node_modules/.cache/targeting-service/${program}.${process.pid}.mjs`;
	await build({
		entryPoints: [projectPath("lib", "platform", "db", "testing", `${program}.ts`)],
		outfile,
		bundle: true,
		platform: "node",
		format: "esm",
		packages: "external",
		logLevel: "warning",
	});
	bundled.push(outfile);
	return (args) => {
		const child = spawn(process.execPath, [outfile, ...args], { stdio: ["ignore", "pipe", "inherit"] });
		const ended = once(child, "exit");
		return { process: child, ended, lines: createInterface(child.stdout)[Symbol.asyncIterator]() };
	};
}
