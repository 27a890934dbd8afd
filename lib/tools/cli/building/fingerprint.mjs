import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { relative, sep } from "node:path";
import { root } from "./project.mjs";

/**
 * One hash over the names and contents of files, whatever order they come in. A file that is missing counts as such.
 *
 * @param {Iterable<string>} files absolute paths below the project's root
 * @param {unknown} circumstances what else decides about the outcome: versions, options
 * @returns {Promise<string>} hexadecimal SHA-256
 */
export async function fingerprint(files, circumstances) {
	const sum = createHash("sha256").update(JSON.stringify(circumstances));
	const named = [...new Set(files)].map((file) => [relative(root, file).split(sep).join("/"), file]);
	named.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
	for (const [name, file] of named) {
		const contents = await readFile(file).catch(() => null);
		sum.update(`\0${name}\0${contents === null ? "missing" : contents.length}\0`);
		if (contents !== null) sum.update(contents);
	}
	return sum.digest("hex");
}

/** The machine and runtime, for what is not the same on every one of them. */
export const platform = {
	node: process.versions.node.split(".")[0],
	platform: process.platform,
	arch: process.arch,
};
