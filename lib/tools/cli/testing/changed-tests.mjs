import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { REGISTRY, testsThatReach } from "../../testing/tests-that-reach.mjs";

const execute = promisify(execFile);

/**
 * Finds the tests that are, or import, a file that differs from the last commit. Tests of all routes
 * are kept apart: almost every change reaches them, and `npm test` runs them.
 * @returns {Promise<string[]>} paths from the root
 */
export async function changedTests() {
	const lines = async (...args) => (await execute("git", args)).stdout.split("\n").filter((line) => line !== "");
	const changed = await lines("diff", "--name-only", "HEAD");
	const added = await lines("ls-files", "--others", "--exclude-standard");
	const files = [...changed, ...added];
	const found = testsThatReach(process.cwd(), files);
	const ofAllRoutes = new Set(testsThatReach(process.cwd(), REGISTRY));
	const kept = found.filter((file) => !ofAllRoutes.has(file) || files.includes(file));
	const left = found.length - kept.length;
	if (left > 0) console.log(`${left} tests of all routes are left out: \`npm test\` runs them.`);
	return kept;
}
