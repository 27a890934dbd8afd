import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { testsThatReach } from "../../testing/tests-that-reach.mjs";

const execute = promisify(execFile);

/**
 * Finds the tests that are about what differs from the last commit: those that are such a file, import
 * one themselves, or stand in its folder and import it through one other file. Most others only make
 * something that needs it: they, and those of all routes, are left to `npm test`.
 * @returns {Promise<string[]>} paths from the root
 */
export async function changedTests() {
	const lines = async (...args) => (await execute("git", args)).stdout.split("\n").filter((line) => line !== "");
	const changed = await lines("diff", "--name-only", "HEAD");
	const added = await lines("ls-files", "--others", "--exclude-standard");
	const files = [...changed, ...added];
	const reaching = (within, some = files) => testsThatReach(process.cwd(), some, { within });
	const beside = files.flatMap((file) => reaching(2, [file]).filter((test) => test.startsWith(`${dirname(file)}/`)));
	const near = [...new Set([...reaching(1), ...beside])];
	const farther = reaching(Number.POSITIVE_INFINITY).length - near.length;
	if (farther > 0) console.log(`${farther} files of tests that are farther away are left to \`npm test\`.`);
	return near;
}
