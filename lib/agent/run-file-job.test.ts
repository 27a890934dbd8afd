import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FileJob } from "@/lib/agent/file-job";
import { runFileJob } from "@/lib/agent/run-file-job";
import { agentBundle } from "@/lib/agent/testing/agent-bundle";
import { proximityFile } from "@/lib/agent/testing/targeting-files";
import { threadThat } from "@/lib/agent/testing/thread-scripts";
import { openVerifiedTargetingFile } from "@/lib/formats/open";

const PLACE = { latitude: 48.8584, longitude: 2.2945, radius: 200 };

let directory: string;
let job: FileJob<"proximity" | "audience">;

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "file-job-"));
	const bytes = await proximityFile({ tower: [PLACE] });
	const path = join(directory, "file.tgt");
	await writeFile(path, bytes);
	const sha256 = createHash("sha256").update(bytes).digest("hex");
	job = { task: "read", path, kind: "proximity", size: bytes.length, sha256 };
});

afterEach(() => rm(directory, { recursive: true, force: true }));

const run = async (changes: Partial<typeof job> = {}, signal = new AbortController().signal) =>
	runFileJob(await agentBundle(), { ...job, ...changes }, signal);

const TASKS = ["check", "read"] as const;

describe("a file thread", () => {
	test("returns the file in shared memory, ready for lookups", async () => {
		const verified = await run();
		if (!verified) throw new Error("no file was returned");
		expect(verified.bytes.buffer).toBeInstanceOf(SharedArrayBuffer);
		const file = openVerifiedTargetingFile(verified);
		expect(file.kind === "proximity" && file.match(PLACE.latitude, PLACE.longitude)).toEqual([0]);
	});

	test.skipIf(process.platform !== "linux")(
		"has the lowest priority, and the rest of its process keeps its own",
		async () => {
			const own = getPriority(0);
			const script = await threadThat(
				directory,
				`import { writeFileSync } from "node:fs";
			import { getPriority } from "node:os";
			import { parentPort } from "node:worker_threads";
			const post = parentPort.postMessage.bind(parentPort);
			parentPort.postMessage = (outcome) => {
				writeFileSync(${JSON.stringify(join(directory, "priority"))}, String(getPriority(0)));
				post(outcome);
			};
			await import("${await agentBundle()}");`,
			);
			await runFileJob(script, job, new AbortController().signal);
			expect([await readFile(join(directory, "priority"), "utf8"), getPriority(0)]).toEqual(["19", own]);
		},
	);

	test("only checks the file for a check job", async () => {
		expect(await run({ task: "check" })).toBeNull();
	});

	test.each(TASKS)("reports an invalid file (%s)", async (task) => {
		await expect(run({ task, kind: "audience" })).rejects.toMatchObject({
			name: "TargetingFileError",
			problem: "invalid_content",
			message: "the file is of kind proximity, the deployment audience",
		});
		await expect(run({ task, size: job.size + 64 })).rejects.toMatchObject({ problem: "truncated" });
		const bytes = await readFile(job.path);
		bytes[bytes.length - 65] = (bytes[bytes.length - 65] ?? 0) ^ 1;
		await writeFile(job.path, bytes);
		await expect(run({ task })).rejects.toMatchObject({ problem: "digest_mismatch" });
		const sha256 = createHash("sha256").update(bytes).digest("hex");
		await expect(run({ task, sha256 })).rejects.toMatchObject({ problem: "corrupt" });
	});

	test.each(TASKS)("passes file system errors through (%s)", async (task) => {
		await expect(run({ task, path: join(directory, "none") })).rejects.toMatchObject({
			cause: { message: expect.stringContaining("ENOENT") },
		});
	});

	test("distinguishes short memory from an invalid file", async () => {
		await truncate(job.path, 2 ** 42);
		await expect(run({ size: 2 ** 42 })).rejects.toMatchObject({
			name: "TargetingFileError",
			problem: "out_of_memory",
		});
	});
});

describe("a thread that fails", () => {
	test.each([
		["exits early", "process.exit(7)", "ended with status 7 before it was done"],
		["exits without an outcome", "", "ended with status 0 before it was done"],
		["throws", "throw new Error('lost')", { cause: { message: "lost" } }],
		["does not parse", "}{", { cause: { name: "SyntaxError" } }],
	])("and %s fails its job only", async (_name, body, error) => {
		const script = await threadThat(directory, body);
		const died = expect(runFileJob(script, job, new AbortController().signal)).rejects;
		if (typeof error === "string") await died.toThrow(error);
		else await died.toMatchObject(error);
		expect(await run()).not.toBeNull();
	});

	test("by exceeding its heap affects nothing else", async () => {
		const script = await threadThat(directory, "const all = []; for (;;) all.push({ one: 1, more: [1, 2, 3] });");
		await expect(runFileJob(script, job, new AbortController().signal, 16)).rejects.toMatchObject({
			cause: { code: "ERR_WORKER_OUT_OF_MEMORY" },
		});
		expect(await run()).not.toBeNull();
	});

	test("by its signal rejects with the reason", async () => {
		const stopping = new AbortController();
		const script = await threadThat(directory, "setInterval(() => undefined, 1000);");
		const running = runFileJob(script, job, stopping.signal);
		stopping.abort(new Error("no longer wanted"));
		await expect(running).rejects.toThrow("no longer wanted");
		await expect(runFileJob(script, job, stopping.signal)).rejects.toThrow("no longer wanted");
	});
});

test("a thread does not get the agent's environment, which has its key", async () => {
	const script = await threadThat(
		directory,
		`import { parentPort } from "node:worker_threads";
		parentPort.postMessage({ refused: { problem: "corrupt", message: JSON.stringify([process.env, process.argv.length]) } });`,
	);
	await expect(runFileJob(script, job, new AbortController().signal)).rejects.toThrow("[{},2]");
});
