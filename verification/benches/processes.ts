import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { endWithThisProcess, startProgram } from "@/verification/child-process";

const execute = promisify(execFile);

/** A server in a separate process. */
export interface ServerProcess {
	readonly url: string;
	readonly pid: number | undefined;
	stop(): Promise<void>;
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

/**
 * Starts the built service like `npm start`; pins it to its core unless told otherwise.
 * @param members the file of a control group that it joins (lib/tools/testing/memory-group.ts)
 */
export async function startBuiltService(
	settings: Record<string, string>,
	{ pinned = true, members }: { readonly pinned?: boolean; readonly members?: string | undefined } = {},
): Promise<ServerProcess> {
	const env = { HOST: "127.0.0.1", PORT: "0", BUILD_WORKERS: "0", LOG_LEVEL: "warn", TOKEN_RATE_LIMIT: "1000000000" };
	return listening(["lib/tools/cli/start.mjs"], { ...env, ...settings }, pinned, members);
}

/** Starts the agent of the sources; what it keeps is in the directory. */
export function startAgent(server: string, key: string, cache: string): Promise<ServerProcess> {
	const run = ["lib/tools/cli/run.mjs", "agent", "--server", server, "--port", "0", "--cache", cache];
	return listening(run, { AGENT_KEY: key }, false);
}

async function listening(
	args: readonly string[],
	env: Record<string, string>,
	pinned: boolean,
	members?: string,
): Promise<ServerProcess> {
	const { pid, match, stop } = await startProgram(args, /listening on (http:\/\/\S+)/, { env, shown: true, members });
	if (pinned && pid !== undefined) await pinTo(SERVER_CORE, pid);
	return { url: match[1] ?? "", pid, stop: async () => void (await stop()) };
}

/** Starts a script in a process of its own, which a message tells what to do and whose answer is its URL. */
export async function startScript(script: string, args: readonly string[], order: object): Promise<ServerProcess> {
	const child = fork(script, args);
	endWithThisProcess(child);
	const ended = once(child, "exit");
	child.send(order);
	const [url] = (await once(child, "message")) as [string];
	if (child.pid !== undefined) await pinTo(SERVER_CORE, child.pid);
	const stop = async () => {
		child.kill("SIGTERM");
		await ended;
	};
	return { url, pid: child.pid, stop };
}

/**
 * User and system time and memory of a process so far, on Linux; null elsewhere.
 */
export async function usedBy(pid: number | undefined) {
	const read = (name: string) => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "");
	const [stat, status] = await Promise.all([read("stat"), read("status")]);
	const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(")")).split(" ").slice(12, 14).map(Number);
	const megabytesOf = (name: string) => {
		const [, kilobytes] = new RegExp(`^${name}:\\s*(\\d+) kB$`, "m").exec(status) ?? [];
		return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
	};
	return { cpuSeconds: (user + system) / 100, megabytes: megabytesOf("VmRSS"), peakMegabytes: megabytesOf("VmHWM") };
}

/** Has the peak of a process's memory begin at what it has now, on Linux. */
export async function forgetPeak(pid: number | undefined): Promise<void> {
	if (pid !== undefined) await writeFile(`/proc/${pid}/clear_refs`, "5").catch(() => {});
}
