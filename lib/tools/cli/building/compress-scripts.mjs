import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);

/**
 * Writes a Brotli file beside every script and style sheet of a build: once, at the best
 * compression.
 */
export async function compressScripts(directory) {
	const entries = await readdir(directory, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile() && /\.(js|css)$/.test(entry.name));
	for (const { parentPath, name } of files) {
		const path = join(parentPath, name);
		const content = await readFile(path);
		const params = {
			[constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
			[constants.BROTLI_PARAM_SIZE_HINT]: content.length,
		};
		await writeFile(`${path}.br`, await compress(content, { params }));
	}
}
