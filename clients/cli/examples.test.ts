import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import {
	EXAMPLE_CALLS,
	EXAMPLE_FILES,
	expectedCall,
	KEY,
	sampleOf,
	startRecorder,
	UPLOADED,
} from "@/clients/testing/examples";
import { projectPath } from "@/lib/platform/project-path";

test("the examples of every operation send the call that they describe", async () => {
	const bundler = projectPath("lib", "tools", "cli", "building", "bundle.mjs");
	const { ensureBundle } = (await import(/* @vite-ignore */ bundler)) as {
		ensureBundle(name: string): Promise<string>;
	};
	const bundle = await ensureBundle("targeting");
	const recorder = await startRecorder();
	const directory = await mkdtemp(join(tmpdir(), "command-examples-"));
	try {
		for (const file of EXAMPLE_FILES) await writeFile(join(directory, file), UPLOADED);
		const lines = EXAMPLE_CALLS.flatMap((call, place) => [
			`export TARGETING_URL=${recorder.urlOf(place)}`,
			sampleOf(call, "Command"),
		]);
		const script = `targeting() { "$NODE" "$BUNDLE" "$@"; }\n${lines.join("\n")}`;
		const env = {
			NODE_ENV: "test" as const,
			PATH: process.env.PATH,
			XDG_CONFIG_HOME: directory,
			TARGETING_KEY: KEY,
			NODE: process.execPath,
			BUNDLE: bundle,
		};
		await promisify(execFile)("sh", ["-ec", script], { cwd: directory, env });
		for (const [place, call] of EXAMPLE_CALLS.entries()) {
			expect([call.operationId, recorder.lastOf(place)]).toEqual([call.operationId, expectedCall(call, true)]);
		}
	} finally {
		await rm(directory, { recursive: true });
		await recorder.stop();
	}
});
