import { openAsBlob } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { buffer, text } from "node:stream/consumers";
import type { Upload } from "@/clients/typescript/src/index";
import { UsageError } from "./exit";

/** A file that is read while it is sent, and again where it has to be repeated; `-` is the standard input. */
export async function openUpload(file: string): Promise<Upload> {
	if (file === "-") return new Uint8Array(await buffer(process.stdin));
	if (!(await stat(file).catch(unreadable(file))).isFile()) throw new UsageError(`${file} is no file`);
	return openAsBlob(file);
}

/** The text of a file, or of the standard input (`-`). */
export const readText = (file: string): Promise<string> =>
	file === "-" ? text(process.stdin) : readFile(file, "utf8").catch(unreadable(file));

/** JSON of a file, of the standard input (`-`), or the text itself where it begins as an object or a list. */
export async function readJson(given: string): Promise<object> {
	const isText = /^\s*[{[]/.test(given);
	const source = isText ? given : await readText(given);
	try {
		return JSON.parse(source) as object;
	} catch (error) {
		throw new UsageError(`${isText ? "the JSON" : given} cannot be read: ${(error as Error).message}`);
	}
}

const unreadable =
	(file: string) =>
	(error: NodeJS.ErrnoException): never => {
		throw new UsageError(
			`${file} cannot be read: ${error.code === "ENOENT" ? "there is no such file" : error.message}`,
		);
	};
