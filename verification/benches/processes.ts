import { type ChildProcess, execFile, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import type { Recording } from "./reference-server";

const execute = promisify(execFile);

/** A server in a separate process. */
export interface ServerProcess {
	readonly url: string;
	readonly pid: number | undefined;
	stop(): Promise<void>;
}

/** Opens the reference server's database, see {@link startReference}. */
export interface ReferenceOrder {
	readonly database: { dataDir: string } | { databaseUrl: string };
	readonly recording: Recording;
}

/** The core of the server; the load has the other. */
export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

/**
 * Pins a process with all its threads to one core.
 * @returns whether the system can do so
 */
export async function pinTo(core: number, pid: number): Promise<boolean> {
	return execute("taskset", ["-acp", String(core), String(pid)]).then(
		() => true,
		() => false,
	);
}

/** Starts the built service like `npm start`; pins it to its core unless told otherwise. */
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

/**
 * Starts the reference server: this program again, which a message tells what to open and answer.
 */
export async function startReference(program: string, order: ReferenceOrder): Promise<ServerProcess> {
	const child = fork(program, ["--reference"]);
	endWithThisProcess(child);
	child.send(order);
	const [url] = (await once(child, "message")) as [string];
	return running(child, url, true);
}

/** Ends a server with this process, also when a run fails; forgets it once it has ended. */
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
