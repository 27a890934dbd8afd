import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { closeServer, listen } from "@/lib/agent/http/listen";
import { agentBundle } from "@/lib/agent/testing/agent-bundle";

/** A script for a thread, an ES module with the given body, in a directory of the test. */
export async function threadThat(directory: string, body: string): Promise<URL> {
	const path = join(directory, `${randomUUID()}.mjs`);
	await writeFile(path, body);
	return pathToFileURL(path);
}

/** A script that waits before it does what the agent's own threads do. */
export interface HeldThread {
	script: URL;
	/** Resolves once `count` threads altogether have come to wait, and says what they were to do. */
	waiting(count: number): Promise<readonly string[]>;
	/** Lets all go that wait, and all to come. */
	release(): void;
	stop(): Promise<void>;
}

/** Threads that stop before their work until the test lets them go. */
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
