import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";

/** Process groups that this run has started and that have not ended yet. */
const running = new Set();
let ending = false;

/**
 * Runs a command to its end in a process group of its own, so that whatever it leaves behind can be ended with it.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env: NodeJS.ProcessEnv, logFile?: string, timeoutMinutes?: number }} options With `logFile` both output
 *   streams go into that file, otherwise to the caller's own.
 * @returns {Promise<{ code: number | null, problem: string | null }>} `problem` says in a sentence why the command has
 *   no exit code of its own: not found, ended by a signal, over its time.
 */
export async function run(command, args, { env, logFile, timeoutMinutes = 20 }) {
	// The process is about to end: whoever waits for this has nothing left to do.
	if (ending) return new Promise(() => undefined);
	const sink = logFile === undefined ? undefined : openSync(logFile, "a");
	const child = spawn(command, args, {
		env,
		detached: true,
		stdio: ["ignore", sink ?? "inherit", sink ?? "inherit"],
	});
	if (sink !== undefined) closeSync(sink);
	if (child.pid !== undefined) running.add(child.pid);

	let overTime = false;
	const clock = setTimeout(() => {
		overTime = true;
		signalGroup(child.pid, "SIGKILL");
	}, timeoutMinutes * 60_000);

	const result = await new Promise((resolve) => {
		child.once("error", (error) => resolve({ code: null, problem: `${command} could not be run: ${error.message}` }));
		child.once("exit", (code, signal) => {
			const problem = overTime
				? `It was stopped after ${timeoutMinutes} minutes.`
				: signal === null
					? null
					: `It was ended by ${signal}.`;
			resolve({ code, problem });
		});
	});
	clearTimeout(clock);
	// Servers and browsers of a crashed test are still in the group.
	signalGroup(child.pid, "SIGKILL");
	if (child.pid !== undefined) running.delete(child.pid);
	return result;
}

/** Ends everything that `run` has under way: as Ctrl-C does, so that tests put away what is theirs; after ten seconds for good. */
export async function endRunning() {
	ending = true;
	for (const pid of running) signalGroup(pid, "SIGINT");
	const deadline = Date.now() + 10_000;
	while (running.size > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
	for (const pid of running) signalGroup(pid, "SIGKILL");
}

/** @returns {Promise<string>} the first and the last lines of a log, without colours and without endless lines */
export async function excerptOf(logFile, { first = 30, last = 30 } = {}) {
	const lines = plain(await readFile(logFile, "utf8"))
		.trim()
		.split("\n")
		.map((line) => (line.length > 300 ? `${line.slice(0, 300)}…` : line));
	const left = lines.length - first - last;
	if (left <= 0) return lines.join("\n");
	return [...lines.slice(0, first), `… ${left} more lines`, ...lines.slice(lines.length - last)].join("\n");
}

/** @returns {string} the text without terminal escapes */
export function plain(text) {
	return text.replaceAll(ESCAPES, "");
}

const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, "g");

function signalGroup(pid, signal) {
	if (pid === undefined) return;
	try {
		process.kill(-pid, signal);
	} catch {
		// The group has ended already.
	}
}
