import { existsSync } from "node:fs";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { findInPath, testEnvironment } from "./environment.mjs";
import { excerptOf, run } from "./processes.mjs";

/** @returns {Promise<boolean>} whether packages of Debian can be installed from here: as root, on Debian or a relative */
export async function canInstallDebianPackages() {
	return process.getuid?.() === 0 && existsSync("/etc/debian_version") && (await findInPath("apt-get")) !== null;
}

/**
 * Installs packages without questions and without what they merely recommend.
 *
 * @param {string[]} packages
 * @param {string} logFile
 * @returns {Promise<string | null>} null, or a sentence that says why it did not work
 */
export async function installDebianPackages(packages, logFile) {
	const env = testEnvironment({ DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C.UTF-8" });
	const wait = ["-o", "DPkg::Lock::Timeout=300"];
	for (const args of [
		["update", "-qq"],
		["install", "-y", "-qq", "--no-install-recommends", ...packages],
	]) {
		const { code, problem } = await run("apt-get", [...wait, ...args], { env, logFile, timeoutMinutes: 10 });
		if (code !== 0) {
			const reason = problem ?? (await excerptOf(logFile, { first: 0, last: 3 }));
			return `apt-get ${args[0]} failed while installing ${packages.join(" ")}: ${reason}`;
		}
	}
	return null;
}

const CLUSTER_SETTINGS = "/etc/postgresql-common/createcluster.conf";
const SHIPPED_CLUSTER_SETTINGS = "/usr/share/postgresql-common/createcluster.conf";

/**
 * Installs Debian's PostgreSQL for its programs alone: its package would otherwise create a database of its own and
 * start it with the machine.
 *
 * @param {string} logFile
 * @returns {Promise<string | null>} as `installDebianPackages`
 */
export async function installDebianPostgres(logFile) {
	const untouched = !existsSync(CLUSTER_SETTINGS);
	if (untouched) {
		await mkdir("/etc/postgresql-common", { recursive: true });
		await writeFile(CLUSTER_SETTINGS, "create_main_cluster = false\n");
	}
	const problem = await installDebianPackages(["postgresql"], logFile);
	if (untouched && existsSync(SHIPPED_CLUSTER_SETTINGS)) await copyFile(SHIPPED_CLUSTER_SETTINGS, CLUSTER_SETTINGS);
	return problem;
}
