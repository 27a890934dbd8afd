import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const MODULE = fileURLToPath(new URL("./processor-time.mjs", import.meta.url));
/** Measures a command in which the same is done once less, at last a loop, and prints the seconds. */
const NESTED = `
	const { measured } = await import(${JSON.stringify(MODULE)});
	const { spawnSync } = await import("node:child_process");
	const [code, depth] = process.argv.slice(1);
	const loop = ["-e", "while (process.cpuUsage().user < 3e5) for (let n = 0; n < 1e6; n += 1);"];
	const inner = depth === "0" ? loop : ["--input-type=module", "-e", code, code, "0"];
	const { command: [program, ...words], seconds } = measured([process.execPath, ...inner]);
	const { stdout, output } = spawnSync(program, words, { stdio: ["ignore", "pipe", "inherit", "pipe"], encoding: "utf8" });
	console.log(stdout + seconds(output[3]));`;

test("a command's time includes what it has measured itself", () => {
	const args = ["--input-type=module", "-e", NESTED, NESTED, "1"];
	const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
	const [inner, outer] = stdout.trim().split(/\s+/).map(Number);
	expect(inner).toBeGreaterThanOrEqual(0.25);
	expect(outer).toBeGreaterThan(inner);
});
