import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { aside } from "./base-path.mjs";
import { root } from "./project.mjs";

test("a server below a path reads its settings and writes nothing", async () => {
	const basePath = `/${randomUUID()}`;
	const script =
		'import("./next.config.mjs").then(async ({ default: configure }) => console.log(JSON.stringify(await configure("phase-production-server"))))';
	const env = { ...process.env, BASE_PATH: basePath };
	const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], { cwd: root, env });
	expect(JSON.parse(stdout)).toMatchObject({ basePath, distDir: `dist/pages/next${basePath}` });
	expect(existsSync(aside(basePath, "types"))).toBe(false);
});
