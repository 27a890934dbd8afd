import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { projectPath } from "@/lib/platform/project-path";

const run = promisify(execFile);

test("the package is installed from its file and imported", async () => {
	const directory = await mkdtemp(join(tmpdir(), "client-package-"));
	try {
		const packing = await run(process.execPath, [projectPath("lib", "tools", "cli", "package-clients.mjs")]);
		const file = packing.stdout.trim().split("\n").at(-1) ?? "";
		await writeFile(join(directory, "package.json"), JSON.stringify({ type: "module" }));
		await run("npm", ["install", "--offline", "--no-audit", "--no-fund", projectPath(file)], { cwd: directory });
		const program = 'import { TargetingClient } from "targeting-client"; console.log(typeof TargetingClient)';
		await writeFile(join(directory, "main.js"), program);
		expect((await run(process.execPath, ["main.js"], { cwd: directory })).stdout).toBe("function\n");
	} finally {
		await rm(directory, { recursive: true });
	}
});
