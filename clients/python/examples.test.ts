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

/** Runs each program of the standard input with its own address of the service. */
const RUN_ALL = `
import json, os, sys
from targeting_client import NoAnswerError
for url, source in json.load(sys.stdin):
    os.environ["TARGETING_URL"] = url
    try:
        exec(compile(source, url, "exec"), {})
    except NoAnswerError as error:
        # The recorder's stream of events ends, which the service's does not.
        assert "client.changes()" in source, (source, error)
`;

test("the examples of every operation send the call that they describe", async () => {
	const recorder = await startRecorder();
	const directory = await mkdtemp(join(tmpdir(), "python-examples-"));
	try {
		for (const file of EXAMPLE_FILES) await writeFile(join(directory, file), UPLOADED);
		const env = {
			NODE_ENV: "test" as const,
			PATH: process.env.PATH,
			PYTHONPATH: projectPath("clients", "python"),
			PYTHONDONTWRITEBYTECODE: "1",
			TARGETING_KEY: KEY,
		};
		const running = promisify(execFile)("/usr/bin/python3", ["-c", RUN_ALL], { cwd: directory, env });
		const programs = EXAMPLE_CALLS.map((call, place) => [recorder.urlOf(place), sampleOf(call, "Python")]);
		running.child.stdin?.end(JSON.stringify(programs));
		await running;
		for (const [place, call] of EXAMPLE_CALLS.entries()) {
			expect([call.operationId, recorder.lastOf(place)]).toEqual([call.operationId, expectedCall(call, true)]);
		}
	} finally {
		await rm(directory, { recursive: true });
		await recorder.stop();
	}
});
