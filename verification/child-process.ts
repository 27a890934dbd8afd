import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** Ended with this process, because a failed test or bench does not end its processes. */
const running = new Set<ChildProcess>();
const endAll = () => {
	for (const child of running) child.kill("SIGKILL");
};

/** Ends a process with this one, also when a run fails; forgets it once it has ended. */
export function endWithThisProcess(child: ChildProcess): void {
	if (running.size === 0) process.once("exit", endAll);
	running.add(child);
	child.once("exit", () => {
		running.delete(child);
		if (running.size === 0) process.off("exit", endAll);
	});
}

/** A program that runs. */
export interface Program {
	readonly pid: number | undefined;
	/** What the line had with which it was ready. */
	readonly match: RegExpExecArray;
	/** What it has printed so far. */
	readonly lines: readonly string[];
	/** Ends it like an operator, and gives its exit code. */
	stop(): Promise<number | null>;
	kill(): Promise<void>;
}

/**
 * Starts a Node.js program with no environment but the given one, and resolves once it is ready.
 * @param ready matches the line that it then prints
 * @param shown whether its errors are printed as well
 * @param members the file of a control group that it joins
 * @throws Error with its output when it ends before
 */
export async function startProgram(
	args: readonly string[],
	ready: RegExp,
	{
		cwd,
		env,
		shown = false,
		members,
	}: {
		readonly cwd?: string;
		readonly env: Record<string, string>;
		readonly shown?: boolean;
		readonly members?: string | undefined;
	},
): Promise<Program> {
	const { PATH = "", HOME = "" } = process.env;
	// It joins before V8 looks how much memory there is.
	const joining = members === undefined ? [] : ["-c", 'echo $$ > "$0" && exec "$@"', members, process.execPath];
	const child = spawn(members === undefined ? process.execPath : "/bin/sh", [...joining, ...args], {
		cwd,
		env: { PATH, HOME, NODE_ENV: "production", ...env },
		stdio: ["ignore", "pipe", "pipe"],
	});
	endWithThisProcess(child);
	if (shown) child.stderr.pipe(process.stderr);
	const lines: string[] = [];
	const ended = once(child, "close").then(([code]: (number | null)[]) => code ?? null);
	const match = await new Promise<RegExpExecArray>((resolve, reject) => {
		const read = (line: string) => {
			lines.push(line);
			const found = ready.exec(line);
			if (found !== null) resolve(found);
		};
		for (const stream of [child.stdout, child.stderr]) createInterface(stream).on("line", read);
		void ended.then((code) => reject(new Error(`${args[0]} ended with ${code} at its start: ${lines.join("\n")}`)));
	});
	const end = (signal: NodeJS.Signals) => {
		child.kill(signal);
		return ended;
	};
	return { pid: child.pid, match, lines, stop: () => end("SIGTERM"), kill: async () => void (await end("SIGKILL")) };
}
