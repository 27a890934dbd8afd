import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { projectPath } from "@/lib/platform/project-path";

const run = promisify(execFile);

test("the packages of npm are installed from their files, imported and run", async () => {
	const directory = await mkdtemp(join(tmpdir(), "client-package-"));
	try {
		const packing = await run(process.execPath, [projectPath("lib", "tools", "cli", "package-clients.mjs")]);
		const files = packing.stdout
			.trim()
			.split("\n")
			.filter((name) => name.endsWith(".tgz"));
		await writeFile(join(directory, "package.json"), JSON.stringify({ type: "module" }));
		const options = ["--offline", "--no-audit", "--no-fund"];
		await run("npm", ["install", ...options, ...files.map((file) => projectPath(file))], { cwd: directory });
		const program = `import { existsSync } from "node:fs";
			import { TargetingClient } from "targeting-client";
			const designer = new URL(import.meta.resolve("targeting-client/designer"));
			console.log(typeof TargetingClient, existsSync(designer));`;
		await writeFile(join(directory, "main.js"), program);
		expect((await run(process.execPath, ["main.js"], { cwd: directory })).stdout).toBe("function true\n");
		expect((await run(join("node_modules", ".bin", "targeting"), ["version"], { cwd: directory })).stdout).toBe(
			"1.0.0\n",
		);
	} finally {
		await rm(directory, { recursive: true });
	}
});
