import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { relative, sep } from "node:path";
import { root } from "./project.mjs";

/**
 * Hashes names and contents of files, in any order; a missing file counts as such.
 * @param {Iterable<string>} files absolute paths below the project's root
 * @param {unknown} circumstances other inputs: versions, options
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

/** Machine and runtime, for outputs that depend on them. */
export const platform = {
	node: process.versions.node.split(".")[0],
	platform: process.platform,
	arch: process.arch,
};
