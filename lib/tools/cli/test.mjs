import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { testEnvironment } from "./testing/environment.mjs";
import { npm } from "./testing/npm.mjs";
import { endRunning, run } from "./testing/processes.mjs";
import { createTally } from "./testing/tally.mjs";

const USAGE = `usage: node lib/tools/cli/test.mjs [all | unit [arguments of vitest] | e2e [arguments of playwright] | screenshots]`;

const root = fileURLToPath(new URL("../../..", import.meta.url));
process.chdir(root);

const [part = "all", ...args] = process.argv.slice(2);
if (
	!["all", "unit", "e2e", "screenshots"].includes(part) ||
	(["all", "screenshots"].includes(part) && args.length > 0)
) {
	console.error(USAGE);
	process.exit(2);
}

const tally = createTally();
const cleanups = [];
let interrupted = false;

for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
	process.on(signal, async () => {
		if (interrupted) return;
		interrupted = true;
		await endRunning();
		await cleanUp();
		console.log(`Stopped by ${signal}.`);
		tally.print();
		process.exit(code);
	});
}

try {
	await main();
} catch (error) {
	if (!interrupted) await tally.step("the test runner", () => Promise.reject(error));
}
if (interrupted) await new Promise(() => undefined);
await cleanUp();
tally.print();
process.exit(tally.hasFailures ? 1 : 0);

async function main() {
	const directory = await mkdtemp(join(tmpdir(), "targeting-test-"));
	cleanups.push(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));
	await completeInstallation();

	// What follows needs the development dependencies.
	const { runAll } = await import("./testing/parts.mjs");
	const options = { directory, tally, atEnd: (cleanup) => cleanups.push(cleanup) };
	if (part === "screenshots") {
		await runAll({ part: "e2e", args: ["--grep", "@screens"], environment: { SCREENSHOTS: "all" }, ...options });
	} else {
		await runAll({ part, args, ...options });
	}
}

/** `npm ci` leaves the development dependencies out when NODE_ENV is `production`. */
async function completeInstallation() {
	const needed = ["vitest", "@playwright/test", "@biomejs/biome"];
	if (needed.every((name) => existsSync(join(root, "node_modules", name)))) return;
	console.log("The development dependencies are not installed: installing them.");
	const install = npm(["ci", "--include=dev", "--no-audit", "--no-fund"]);
	const { code, problem } = await run(install.command, install.args, { env: testEnvironment() });
	if (code !== 0) throw new Error(problem ?? `npm ci --include=dev ended with ${code}.`);
}

async function cleanUp() {
	for (const cleanup of cleanups.splice(0).reverse()) {
		await cleanup().catch((error) => console.log(`Cleaning up failed: ${error.message}`));
	}
}
