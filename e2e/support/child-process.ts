import { type ChildProcess, spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A process of the product under test. */
export interface RunningProcess {
	/** Its output so far, of both streams. */
	output(): string;
	/**
	 * Waits for a line of output.
	 * @throws with the output when the process ends first
	 */
	waitFor(pattern: RegExp): Promise<RegExpExecArray>;
	/** Waits for its end; returns its exit code or signal. */
	ended(): Promise<number | NodeJS.Signals>;
	/** Asks it to end, and waits for that; an aborted test run kills it. */
	stop(): Promise<void>;
	/** Ends it with SIGKILL. */
	kill(): Promise<void>;
	/** Sends a signal that does not end it: `SIGSTOP`, `SIGCONT`. */
	send(signal: NodeJS.Signals): void;
}

export interface ProcessOptions {
	name: string;
	script: string;
	args?: readonly string[];
	cwd: string;
	/** Added to a bare environment: settings of the developer's shell do not reach the product. */
	env?: Record<string, string>;
	/** The file of a control group that it joins (lib/tools/testing/memory-group.ts). */
	members?: string | undefined;
}

/** A part of an unpacked artifact, as its documentation starts it. */
export function partOf(artifact: string, part: string): { script: string; args: readonly string[]; cwd: string } {
	return { script: join(artifact, "run.mjs"), args: [part], cwd: tmpdir() };
}

const alive = new Set<ChildProcess>();
process.on("exit", () => {
	for (const child of alive) child.kill("SIGKILL");
});

/** Starts a script of `dist/` with the same Node.js. */
export function startProcess({ name, script, args = [], cwd, env = {}, members }: ProcessOptions): RunningProcess {
	// As in startService: what optimized WebAssembly of the embedded database would save in a test's
	// time is less than what it costs.
	const line = [process.execPath, "--enable-source-maps", "--liftoff-only", script, ...args] as const;
	const within = ["sh", "-c", 'echo $$ > "$0" && exec "$@"', members ?? ""] as const;
	const [program, ...rest] = members === undefined ? line : [...within, ...line];
	const child = spawn(program, rest, {
		cwd,
		env: { ...bareEnvironment(), NODE_ENV: "production", ...env },
		stdio: ["ignore", "pipe", "pipe"],
	});
	alive.add(child);

	let written = "";
	let end: number | NodeJS.Signals | undefined;
	const changed = new Set<() => void>();
	const tell = () => {
		for (const listener of [...changed]) listener();
	};
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding("utf8").on("data", (text: string) => {
			written += text;
			tell();
		});
	}
	const ended = new Promise<number | NodeJS.Signals>((resolve, reject) => {
		child.once("error", reject);
		// `close` follows the last output; `exit` may precede it.
		child.once("close", (code, signal) => {
			alive.delete(child);
			end = code ?? signal ?? -1;
			resolve(end);
			tell();
		});
	});
	ended.catch(() => undefined);

	return {
		output: () => written,
		ended: () => ended,
		waitFor: (pattern) =>
			new Promise((resolve, reject) => {
				const finish = (settle: () => void) => {
					changed.delete(look);
					settle();
				};
				const fail = (why: string) => finish(() => reject(new Error(`${name} ${why}. It wrote:\n${written}`)));
				const look = () => {
					const match = pattern.exec(written);
					if (match) finish(() => resolve(match));
					else if (end !== undefined) fail(`ended with ${end} before it wrote ${pattern}`);
				};
				changed.add(look);
				look();
			}),
		stop: async () => {
			if (end !== undefined) return;
			child.kill("SIGTERM");
			// One that stands still would not hear it.
			child.kill("SIGCONT");
			await ended;
		},
		kill: async () => {
			child.kill("SIGKILL");
			await ended;
		},
		send: (signal) => {
			child.kill(signal);
		},
	};
}

function bareEnvironment(): Record<string, string> {
	const kept = ["PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH", "SystemRoot"];
	return Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
