import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { type BundledProgram, bundleProgram } from "@/lib/tools/testing/bundle-program";

/** A program of lib/platform/db/testing in its own process. */
export interface Child {
	process: ChildProcess;
	/** The lines that it prints. */
	lines: AsyncIterator<string>;
	/** Its exit code and signal, once it has ended. */
	ended: Promise<unknown[]>;
}

const bundled: BundledProgram[] = [];

/** Removes the bundles of `prepareChild`. */
export async function removeChildBundles(): Promise<void> {
	for (const program of bundled.splice(0)) await program.remove();
}

/** Bundles a program of this directory; gives a function that starts it with arguments. */
export async function prepareChild(name: "write-rows" | "migrate-once"): Promise<(args: string[]) => Child> {
	const program = await bundleProgram("lib", "platform", "db", "testing", `${name}.ts`);
	bundled.push(program);
	return (args) => {
		const child = spawn(process.execPath, [program.path, ...args], { stdio: ["ignore", "pipe", "inherit"] });
		const ended = once(child, "exit");
		return { process: child, ended, lines: createInterface(child.stdout)[Symbol.asyncIterator]() };
	};
}
