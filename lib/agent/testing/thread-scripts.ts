import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { closeServer, listen } from "@/lib/agent/http/listen";
import { agentBundle } from "@/lib/agent/testing/agent-bundle";

/** Writes a thread script, an ES module with the given body, into the test's directory. */
export async function threadThat(directory: string, body: string): Promise<URL> {
	const path = join(directory, `${randomUUID()}.mjs`);
	await writeFile(path, body);
	return pathToFileURL(path);
}

/** A script that blocks before it runs the agent's own thread code. */
export interface HeldThread {
	script: URL;
	/** Resolves once `count` threads in all are blocked; returns their tasks. */
	waiting(count: number): Promise<readonly string[]>;
	/** Releases blocked threads, and all later ones. */
	release(): void;
	stop(): Promise<void>;
}

/** Creates a script whose threads block before their work until the test releases them. */
export async function holdThreads(directory: string): Promise<HeldThread> {
	const tasks: string[] = [];
	let answers: (() => void)[] = [];
	let noticed: (() => void)[] = [];
	let held = true;
	const server = createServer((request, response) => {
		tasks.push((request.url ?? "/").slice(1));
		answers.push(() => response.end());
		if (!held) for (const answer of answers.splice(0)) answer();
		for (const notice of noticed.splice(0)) notice();
	});
	const url = await listen(server, "127.0.0.1", 0);
	const script = await threadThat(
		directory,
		`import { workerData } from "node:worker_threads";
		await (await fetch("${url}/" + workerData.fileJob.task)).text();
		await import("${await agentBundle()}");`,
	);
	return {
		script,
		async waiting(count) {
			while (tasks.length < count) await new Promise<void>((resolve) => noticed.push(resolve));
			return tasks;
		},
		release() {
			held = false;
			for (const answer of answers.splice(0)) answer();
		},
		async stop() {
			answers = [];
			noticed = [];
			await closeServer(server, 0);
		},
	};
}
