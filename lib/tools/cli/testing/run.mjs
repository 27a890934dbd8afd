import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { measured } from "./processor-time.mjs";

/** Settings of service and agent in a developer's shell, and variables that change tools. */
const REMOVED =
	/^(PORT|HOST|PUBLIC_URL|BASE_PATH|STOP_NOTICE_SECONDS|DATA_DIR|DATABASE_.*|FILE_STORE_URL|NEXTAUTH_.*|AUTH_.*|TOKEN_.*|API_RATE_LIMIT|WRONG_KEY_RATE_LIMIT|ALLOW_PLAIN_HTTP|SCHEDULE_.*|BUILD_.*|[A-Z]+_MAX_BYTES|TRUSTED_PROXIES|TLS_.*|HSTS_SECONDS|BOOTSTRAP_.*|AGENT_.*|AWS_.*|LOG_LEVEL|PG[A-Z]+|NODE_ENV|FORCE_COLOR|TEST_.*)$/;

/** @returns {NodeJS.ProcessEnv} the environment without variables that influence tests */
export function testEnvironment(additions = {}) {
	const kept = Object.entries(process.env).filter(([name]) => !REMOVED.test(name));
	return { ...Object.fromEntries(kept), NEXT_TELEMETRY_DISABLED: "1", CHECKPOINT_DISABLE: "1", ...additions };
}

/** Running process groups. */
const running = new Set();
let ending = false;
/** For callers whose process is being ended by a signal. */
const NEVER = new Promise(() => undefined);

/**
 * Runs a command in a separate process group, so that servers and browsers of a crashed test end
 * with it.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env] added to `testEnvironment`
 * @param {{ silence?: number, used?: (seconds: number) => void }} [options] `silence`: for how long it
 *   may print nothing, in milliseconds: then it hangs, and is ended. `used` receives the processor
 *   time of it and of all that it started, in seconds
 * @returns {Promise<number | null>} its exit code; null when it could not be run or was ended by a
 *   signal
 */
export async function run(command, args, env, { silence, used } = {}) {
	if (ending) return NEVER;
	const printed = silence === undefined ? "inherit" : "pipe";
	const colors = silence !== undefined && process.stdout.isTTY ? { FORCE_COLOR: "1" } : {};
	const measure = used === undefined ? null : measured([command, ...args]);
	const [program, ...words] = measure?.command ?? [command, ...args];
	const child = spawn(program, words, {
		env: testEnvironment({ ...colors, ...env }),
		detached: true,
		stdio: ["inherit", printed, printed, measure === null ? "ignore" : "pipe"],
	});
	if (child.pid !== undefined) running.add(child.pid);
	const output = silence === undefined ? null : passOn(child, `${command} ${args[0]}`, silence);
	const times = measure === null ? null : text(child.stdio[3]);
	const code = await new Promise((resolve) => {
		child.once("error", (error) => {
			console.log(`${command} could not be run: ${error.message}`);
			resolve(null);
		});
		child.once("exit", resolve);
	});
	signalGroup(child.pid, "SIGKILL");
	await output?.end();
	if (measure !== null) used(measure.seconds(await times.catch(() => "")));
	running.delete(child.pid);
	return ending ? NEVER : code;
}

/**
 * Passes on what a command prints, and ends it when that is nothing for so long: a slow machine is no
 * reason to end it, but silence is.
 * @returns {{ end(): Promise<void> }} waits for its last lines, unless a server that it left has its
 *   output open
 */
function passOn(child, name, silence) {
	const closed = new Promise((resolve) => child.once("close", resolve));
	const clock = setTimeout(() => {
		console.log(`${name} has printed nothing for ${Math.round(silence / 60_000)} minutes, and is ended.`);
		signalGroup(child.pid, "SIGKILL");
	}, silence);
	for (const [from, to] of [
		[child.stdout, process.stdout],
		[child.stderr, process.stderr],
	]) {
		from?.on("data", () => void clock.refresh()).pipe(to, { end: false });
	}
	return {
		end: () => {
			clearTimeout(clock);
			return Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 1_000))]);
		},
	};
}

/** Ends running groups like Ctrl-C, so that tests can clean up; after ten seconds by force. */
export async function endRunning() {
	ending = true;
	for (const pid of running) signalGroup(pid, "SIGINT");
	const deadline = Date.now() + 10_000;
	while (running.size > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
	for (const pid of running) signalGroup(pid, "SIGKILL");
}

function signalGroup(pid, signal) {
	try {
		if (pid !== undefined) process.kill(-pid, signal);
	} catch {
		// The group has ended already.
	}
}
