import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** A part of the product in a process of its own, which ends with this process, however that ends. */
export interface Program {
	/**
	 * Waits for a line of its log.
	 * @throws Error with the end of the log when the program ends before
	 */
	waitFor(pattern: RegExp): Promise<RegExpExecArray>;
	/** Resolves at its end, with what went wrong. */
	readonly ended: Promise<Error | null>;
	/** Ends it as Ctrl-C does. */
	stop(): Promise<Error | null>;
}

export interface ProgramOptions {
	/** A script of `lib/tools/cli` with its arguments. */
	readonly command: readonly [script: string, ...args: string[]];
	readonly env: Readonly<Record<string, string>>;
	/** The file for its output. */
	readonly log: string;
	/** A file of this process that it keeps open while it runs. */
	readonly lock: number;
}

const POLL_MS = 50;
const LAST_LINES = 12;
/** Other settings of the user's shell, such as a database, are meant for `npm start`. */
const PASSED_ON = ["PATH", "HOME", "TMPDIR", "LANG", "TZ", "LD_LIBRARY_PATH", "SystemRoot", "HOST", "BASE_PATH"];

/** Starts a script of `lib/tools/cli`; messages have the name. */
export function startProgram(name: string, { command, env, log, lock }: ProgramOptions): Program {
	const [script, ...args] = command;
	const settings = Object.fromEntries(PASSED_ON.map((setting) => [setting, process.env[setting]]));
	const output = openSync(log, "w", 0o600);
	const child = spawn(process.execPath, [`lib/tools/cli/${script}`, ...args], {
		// By the last one the script ends when its parent has ended (endWithNpm).
		env: { ...settings, ...env, NODE_ENV: "production", npm_lifecycle_script: script },
		// Ctrl-C reaches this process alone, because a second signal would end the service at once.
		detached: true,
		stdio: ["ignore", output, output, lock],
	});
	closeSync(output);
	let isOver = false;
	const problemOf = (end: string) => {
		const lines = readFileSync(log, "utf8").trimEnd().split("\n");
		const said = lines.filter((line) => !line.includes('"level":"info"')).slice(-LAST_LINES);
		return new Error(`${name} has ended with ${end}. Its log ${log} ends with:\n\n${said.join("\n")}`);
	};
	const ended = new Promise<Error | null>((resolve) => {
		child.once("error", resolve);
		child.once("exit", (code, signal) => {
			isOver = true;
			resolve(code === 0 ? null : problemOf(signal ?? `exit code ${code}`));
		});
	});
	const waitFor = async (pattern: RegExp): Promise<RegExpExecArray> => {
		for (;;) {
			// Before the log is read, as its last line counts.
			const isLast = isOver;
			const match = pattern.exec(readFileSync(log, "utf8"));
			if (match !== null) return match;
			if (isLast) throw (await ended) ?? problemOf("exit code 0");
			await delay(POLL_MS);
		}
	};
	const stop = () => {
		child.kill("SIGINT");
		return ended;
	};
	return { waitFor, ended, stop };
}
