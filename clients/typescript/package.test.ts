import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { audienceFile, proximityFile } from "@/lib/agent/testing/targeting-files";
import { optOutBytes } from "@/lib/formats/testing";
import { projectPath } from "@/lib/platform/project-path";

const run = promisify(execFile);
const TOWER = { latitude: 48.8584, longitude: 2.2945, radius: 200 };
const DEVICE = "6d92078a-8246-4ba7-aba7-76104862e5c9";
const OPTED_OUT = "11111111-2222-3333-4444-555555555555";

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

		await writeFile(join(directory, "places.tgt"), await proximityFile({ tower: [TOWER] }));
		await writeFile(join(directory, "devices.tgt"), await audienceFile({ gym: [DEVICE, OPTED_OUT] }));
		await writeFile(join(directory, "opt-outs.tgt"), await optOutBytes([OPTED_OUT]));
		const readme = await readFile(projectPath("clients", "lookup", "README.md"), "utf8");
		await writeFile(join(directory, "lookups.js"), /```ts\n(.*?)```/s.exec(readme)?.[1] ?? "");
		const lookups = await run(process.execPath, ["lookups.js"], { cwd: directory });
		expect(lookups.stdout).toBe("[ 'tower' ]\n[ 1, 0 ]\n[ 'set-gym' ]\n[]\n");
		const types = await readFile(join(directory, "node_modules", "@targeting", "lookup", "index.d.ts"), "utf8");
		expect(types).toContain("openDevices(file: FileSource, optOuts: FileSource | null): Promise<DeviceLookup>");
		expect(types).not.toContain("import");
	} finally {
		await rm(directory, { recursive: true });
	}
});
