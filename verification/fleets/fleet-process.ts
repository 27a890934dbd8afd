import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { HANG_MS } from "@/lib/tools/testing/hang.mjs";
import type { Release } from "./release";

export type Kind = "web" | "worker";

/** A line of a process's log, of pino. */
export interface LogLine {
	readonly level: string;
	readonly msg: string;
	readonly [field: string]: unknown;
}

/** A process of the service, of one version. */
export interface FleetProcess {
	readonly kind: Kind;
	/** Its address; a worker has none. */
	readonly url: string | undefined;
	readonly log: readonly LogLine[];
	/** Ends it like an operator, and gives its exit code. */
	stop(): Promise<number | null>;
	kill(): Promise<void>;
}

/** Levels of lines that an operator does not look at. */
const QUIET = new Set(["trace", "debug", "info"]);
/** What belongs to a start beside others. */
const USUAL = new Set(["the start is waiting for a response", "a migration waits for a table in use and tries again"]);
/** Ended after the tests, because a failing test does not stop its processes. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
	for (const child of running) child.kill("SIGKILL");
});

/**
 * Starts a process of a version, and resolves once it serves or builds.
 * @throws Error with its output when it ends before
 */
export async function startProcess(
	kind: Kind,
	release: Release,
	settings: Record<string, string>,
): Promise<FleetProcess> {
	const { PATH = "", HOME = "" } = process.env;
	const program = kind === "web" ? "server" : "worker";
	const child = spawn(process.execPath, [`dist/${program}.mjs`], {
		cwd: release.directory,
		env: { PATH, HOME, NODE_ENV: "production", HOST: "127.0.0.1", PORT: "0", ...settings },
		stdio: ["ignore", "pipe", "pipe"],
	});
	running.add(child);
	const log: LogLine[] = [];
	const said: string[] = [];
	const ended = once(child, "close").then(([code]: (number | null)[]) => code ?? null);
	void ended.then(() => running.delete(child));
	const started = new Promise<string>((resolve, reject) => {
		const hear = (line: string) => {
			if (line.startsWith("{")) log.push(JSON.parse(line) as LogLine);
			else said.push(line);
			const [, url] = /listening on (http:\S+)|^Build worker running/.exec(line) ?? [];
			if (/listening on|^Build worker running/.test(line)) resolve(url ?? "");
		};
		createInterface(child.stdout).on("line", hear);
		createInterface(child.stderr).on("line", hear);
		void ended.then((code) => reject(new Error(`a ${kind} ended with ${code} at its start: ${said.join("\n")}`)));
	});
	const url = await started;
	return {
		kind,
		url: url === "" ? undefined : url,
		log,
		stop: () => {
			child.kill("SIGTERM");
			return Promise.race([ended, delay(HANG_MS, null, { ref: false })]);
		},
		kill: async () => {
			child.kill("SIGKILL");
			await ended;
		},
	};
}

/** A problem with what the processes have logged of the requests whose ids it contains. */
export function explain(problem: string, processes: readonly FleetProcess[]): string {
	const lines = processes
		.flatMap(({ log }) => log)
		.filter(({ level, request_id: id }) => !QUIET.has(level) && typeof id === "string" && problem.includes(id));
	return [problem, ...lines.map((line) => JSON.stringify(line))].join("\n");
}

/** What a process has complained about, each kind of line once, with its number. */
export function complaintsOf(processes: readonly FleetProcess[]): string[] {
	const counts = new Map<string, number>();
	for (const { kind, log } of processes) {
		for (const { level, msg, job, part, err, cause, route, status } of log) {
			if (QUIET.has(level) || USUAL.has(msg)) continue;
			const { message } = (err ?? {}) as { readonly message?: string };
			const words = [msg, job, part, cause, route, status, message?.split("\n").at(-1)].filter(Boolean).join(", ");
			const line = `${kind}: ${words}`;
			counts.set(line, (counts.get(line) ?? 0) + 1);
		}
	}
	return [...counts].map(([line, count]) => `${count} × ${line}`);
}
