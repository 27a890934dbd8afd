import { spawn } from "node:child_process";
import { root } from "./project.mjs";

/** A tool that failed; the message names it, `output` has its output unless that was displayed. */
export class ToolError extends Error {
	constructor(message, output) {
		super(message);
		this.output = output;
	}
}

/**
 * Runs a JavaScript tool with the same Node.js, in the project's root. SIGINT and SIGTERM reach the
 * tool and then end this process with the usual exit code.
 * @param {string} label the tool's name in messages
 * @param {string} script
 * @param {string[]} args
 * @param {{ quiet?: boolean, env?: NodeJS.ProcessEnv }} options `quiet` shows output only when the
 *   tool fails
 * @returns {Promise<void>}
 */
export async function runTool(label, script, args, { quiet = false, env = {} } = {}) {
	const child = spawn(process.execPath, [script, ...args], {
		cwd: root,
		env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", CHECKPOINT_DISABLE: "1", ...env },
		stdio: quiet ? ["ignore", "pipe", "pipe"] : "inherit",
	});
	const written = [];
	child.stdout?.on("data", (chunk) => written.push(chunk));
	child.stderr?.on("data", (chunk) => written.push(chunk));

	const interrupted = [
		["SIGINT", 130],
		["SIGTERM", 143],
	].map(([signal, code]) => {
		const listener = () => {
			child.once("close", () => process.exit(code));
			child.kill(signal);
		};
		process.on(signal, listener);
		return [signal, listener];
	});
	try {
		await new Promise((resolve, reject) => {
			child.once("error", (error) => reject(new ToolError(`${label} could not be run: ${error.message}`)));
			child.once("close", (code, signal) => {
				if (code === 0) resolve();
				else {
					const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
					reject(new ToolError(`${label} ended ${how}.`, Buffer.concat(written).toString("utf8")));
				}
			});
		});
	} finally {
		for (const [signal, listener] of interrupted) process.off(signal, listener);
	}
}

/** Prints the error of a build step with the tool's output, and ends the process. */
export function failWith(error) {
	if (error instanceof ToolError) {
		if (error.output) console.error(error.output.trimEnd());
		console.error(error.message);
	} else {
		console.error(error);
	}
	process.exit(1);
}
