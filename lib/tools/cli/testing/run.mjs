import { spawn } from "node:child_process";

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
 * @param {number} [timeout] in milliseconds
 * @returns {Promise<number | null>} its exit code; null when it could not be run or was ended by a
 *   signal
 */
export async function run(command, args, env, timeout) {
	if (ending) return NEVER;
	const options = { env: testEnvironment(env), detached: true, stdio: "inherit", timeout, killSignal: "SIGKILL" };
	const child = spawn(command, args, options);
	if (child.pid !== undefined) running.add(child.pid);
	const code = await new Promise((resolve) => {
		child.once("error", (error) => {
			console.log(`${command} could not be run: ${error.message}`);
			resolve(null);
		});
		child.once("exit", resolve);
	});
	signalGroup(child.pid, "SIGKILL");
	running.delete(child.pid);
	return ending ? NEVER : code;
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
