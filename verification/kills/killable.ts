import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { bundleProgram } from "@/lib/tools/testing/bundle-program";
import type { Answer, Question } from "./messages";

/** A process of the service that may be killed at any time. */
export interface Killable {
	/** @throws Error when the process ends before it answers, or fails */
	ask(question: Question): Promise<Answer["answer"]>;
	/** Kills it with SIGKILL and waits for its end. */
	kill(): Promise<void>;
}

/** The bundle of child.ts, built like the service's entries. */
export interface ChildBundle {
	start(settings: Record<string, string>): Promise<Killable>;
	remove(): Promise<void>;
}

export async function bundleChild(): Promise<ChildBundle> {
	const { path, remove } = await bundleProgram("verification", "kills", "child.ts");
	return { start: (settings) => start(path, settings), remove };
}

/** Killed after the tests, because a failing test does not kill its processes. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
	for (const child of running) child.kill("SIGKILL");
});

async function start(path: string, settings: Record<string, string>): Promise<Killable> {
	const { PATH = "", HOME = "" } = process.env;
	// Optimizing WebAssembly is half of the work of a start, and in vain for a process that is soon killed.
	const child = spawn(process.execPath, ["--liftoff-only", path], {
		env: { PATH, HOME, NODE_ENV: "production", ALLOW_PLAIN_HTTP: "true", ...settings },
		stdio: ["pipe", "pipe", "inherit"],
	});
	running.add(child);
	const ended = once(child, "close");
	const waiting = new Map<number, { resolve(answer: Answer["answer"]): void; reject(error: Error): void }>();
	const open = new Promise((resolve, reject) => {
		waiting.set(0, { resolve, reject });
	});
	createInterface(child.stdout).on("line", (line) => {
		const { id, answer, error } = JSON.parse(line) as Answer;
		if (error === undefined) waiting.get(id)?.resolve(answer);
		else waiting.get(id)?.reject(new Error(error));
		waiting.delete(id);
	});
	child.stdin.on("error", () => undefined);
	void ended.then(() => {
		running.delete(child);
		for (const { reject } of waiting.values()) reject(new Error("the process has ended"));
		waiting.clear();
	});
	await open;
	let last = 0;
	return {
		ask: (question) =>
			new Promise((resolve, reject) => {
				last += 1;
				waiting.set(last, { resolve, reject });
				child.stdin.write(`${JSON.stringify({ id: last, ...question })}\n`);
			}),
		kill: async () => {
			child.kill("SIGKILL");
			await ended;
		},
	};
}
