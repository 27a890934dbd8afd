import { type ChildProcess, execFile, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import type { Recording } from "./reference-server";

const execute = promisify(execFile);

/** A server under load, in a process of its own. */
export interface ServerProcess {
	readonly url: string;
	readonly pid: number | undefined;
	stop(): Promise<void>;
}

/** How the reference server opens the database: see {@link startReference}. */
export interface ReferenceOrder {
	readonly database: { dataDir: string } | { databaseUrl: string };
	readonly recording: Recording;
}

/** The core of the server and that of whoever loads it. */
export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

/** Keeps a process, with all of its threads, on one core. @returns whether this system can */
export async function pinTo(core: number, pid: number): Promise<boolean> {
	return execute("taskset", ["-acp", String(core), String(pid)]).then(
		() => true,
		() => false,
	);
}

/** Starts the built service, as `npm start` does, pinned to its core unless it is to have them all. */
export async function startBuiltService(
	settings: Record<string, string>,
	{ pinned = true } = {},
): Promise<ServerProcess> {
	const { PATH = "", HOME = "" } = process.env;
	const child = spawn(process.execPath, ["lib/tools/cli/start.mjs"], {
		env: {
			PATH,
			HOME,
			NODE_ENV: "production",
			HOST: "127.0.0.1",
			PORT: "0",
			BUILD_WORKERS: "0",
			LOG_LEVEL: "warn",
			TOKEN_RATE_LIMIT: "1000000000",
			...settings,
		},
		stdio: ["ignore", "pipe", "inherit"],
	});
	endWithThisProcess(child);
	let output = "";
	const listening = new Promise<string>((resolve, reject) => {
		child.stdout.setEncoding("utf8").on("data", (text: string) => {
			output += text;
			const [, url] = /listening on (http:\/\/\S+)/.exec(output) ?? [];
			if (url !== undefined) resolve(url);
		});
		child.once("exit", () => reject(new Error(`The service did not start: ${output}`)));
	});
	return running(child, await listening, pinned);
}

/** Starts the reference server: this same program once more, told by a message what to open and what to answer. */
export async function startReference(program: string, order: ReferenceOrder): Promise<ServerProcess> {
	const child = fork(program, ["--reference"]);
	endWithThisProcess(child);
	child.send(order);
	const [url] = (await once(child, "message")) as [string];
	return running(child, url, true);
}

/** A server is gone once this process is, also when a run fails in between; one that has ended is forgotten. */
export function endWithThisProcess(child: ChildProcess): void {
	const end = () => child.kill("SIGKILL");
	process.once("exit", end);
	child.once("exit", () => process.off("exit", end));
}

async function running(child: ChildProcess, url: string, pinned: boolean): Promise<ServerProcess> {
	if (pinned && child.pid !== undefined) await pinTo(SERVER_CORE, child.pid);
	return {
		url,
		pid: child.pid,
		stop: async () => {
			child.kill("SIGTERM");
			if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
		},
	};
}
