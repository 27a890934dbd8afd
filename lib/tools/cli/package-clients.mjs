// npm run package:clients: makes the packages of clients/ in dist/clients: a wheel, by Python, and
// packages of npm: the client, the command line and the lookups. Nothing is published.
import { execFile } from "node:child_process";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ensureBundle } from "./building/bundle.mjs";
import { commandOf, inProject, root } from "./building/project.mjs";
import { failWith, runTool } from "./building/run-tool.mjs";

const run = promisify(execFile);
const source = join(root, "clients", "typescript");
const packages = join(root, "dist", "clients");
const client = join(packages, "typescript");
const commandLine = join(packages, "cli");
const lookups = inProject("clients", "lookup");
const lookup = join(packages, "lookup");

try {
	await rm(packages, { recursive: true, force: true });
	for (const directory of [client, commandLine, lookup]) await mkdir(directory, { recursive: true });
	await runTool("tsc", commandOf("typescript", "tsc"), ["-p", source]);
	await runTool("tsc", commandOf("typescript", "tsc"), ["-p", lookups]);
	for (const file of ["package.json", "README.md"]) {
		await copyFile(join(source, file), join(client, file));
		await copyFile(inProject("clients", "cli", file), join(commandLine, file));
		await copyFile(join(lookups, file), join(lookup, file));
	}
	const declarations = join(packages, "declarations", "clients", "lookup", "src", "index.d.ts");
	await copyFile(declarations, join(lookup, "index.d.ts"));
	await copyFile(await ensureBundle("lookup"), join(lookup, "index.mjs"));
	await copyFile(await ensureBundle("targeting"), join(commandLine, "targeting.mjs"));
	await writeFile(join(commandLine, "third-party-licenses.txt"), await licensesOf("targeting"));
	const wheel = await run("python3", [join(root, "clients", "python", "wheel_backend.py"), packages]);
	const pack = (directory) => run("npm", ["pack", "--offline", "--pack-destination", packages], { cwd: directory });
	for (const { stdout } of [wheel, await pack(commandLine), await pack(client), await pack(lookup)]) {
		console.log(join("dist", "clients", stdout.trim()));
	}
} catch (error) {
	failWith(error);
}

/** The texts of the licenses of what a bundle has of others. */
async function licensesOf(bundle) {
	const { inputs } = JSON.parse(await readFile(inProject("dist", "stamps", `${bundle}.json`), "utf8"));
	const found = inputs.map((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]);
	const texts = [...new Set(found.filter((directory) => directory !== undefined))].sort().map(async (directory) => {
		const { name, version, license } = JSON.parse(await readFile(inProject(directory, "package.json"), "utf8"));
		const file = (await readdir(inProject(directory))).find((entry) => /^licen[cs]e/i.test(entry));
		const text = file === undefined ? "" : await readFile(inProject(directory, file), "utf8");
		return `${name} ${version} (${license})\n\n${text.trim()}\n`;
	});
	return (await Promise.all(texts)).join("\n\n");
}
