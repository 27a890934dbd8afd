import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** Settings of the service and of the agent that a developer's shell may carry and that no test may depend on. */
const SERVICE_SETTINGS =
	/^(PORT|HOST|DATA_DIR|DATABASE_URL|FILE_STORE_URL|NEXTAUTH_.*|AUTH_.*|TOKEN_.*|API_RATE_LIMIT|ALLOW_PLAIN_HTTP|BUILD_.*|[A-Z]+_MAX_BYTES|TRUSTED_PROXIES|TLS_.*|BOOTSTRAP_.*|AGENT_.*|AWS_.*|LOG_LEVEL|PG[A-Z]+)$/;

/**
 * @param {Record<string, string>} additions
 * @returns {NodeJS.ProcessEnv} the caller's environment without what would change the outcome of a test: the service's
 *   settings, NODE_ENV (each tool chooses its own), and colours, as the output is read by a program
 */
export function testEnvironment(additions = {}) {
	const kept = Object.entries(process.env).filter(
		([name]) => !SERVICE_SETTINGS.test(name) && name !== "NODE_ENV" && name !== "FORCE_COLOR",
	);
	return { ...Object.fromEntries(kept), NEXT_TELEMETRY_DISABLED: "1", CHECKPOINT_DISABLE: "1", ...additions };
}

/** @returns {Promise<string | null>} where a command lies in PATH */
export async function findInPath(command) {
	for (const directory of (process.env.PATH ?? "").split(delimiter)) {
		if (directory !== "" && (await isExecutable(join(directory, command)))) return join(directory, command);
	}
	return null;
}

/** @returns {Promise<boolean>} */
export async function isExecutable(path) {
	try {
		await access(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
