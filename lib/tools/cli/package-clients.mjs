// npm run package:clients: makes the packages of clients/ in dist/clients. Nothing is published.
import { execFile } from "node:child_process";
import { copyFile, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { commandOf, root } from "./building/project.mjs";
import { failWith, runTool } from "./building/run-tool.mjs";

const source = join(root, "clients", "typescript");
const packages = join(root, "dist", "clients");
const directory = join(packages, "typescript");

try {
	await rm(packages, { recursive: true, force: true });
	await mkdir(directory, { recursive: true });
	await runTool("tsc", commandOf("typescript", "tsc"), ["-p", source]);
	for (const file of ["package.json", "README.md"]) await copyFile(join(source, file), join(directory, file));
	const packing = promisify(execFile)("npm", ["pack", "--offline", "--pack-destination", packages], { cwd: directory });
	console.log(join("dist", "clients", (await packing).stdout.trim()));
} catch (error) {
	failWith(error);
}
