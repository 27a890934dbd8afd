import { isAbsolute, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { FileStore } from "./file-store";
import { LocalFileStore } from "./local-file-store";

/** A FILE_STORE_URL that no file store can be opened with; the message names the variable. */
export class FileStoreUrlError extends Error {
	override name = "FileStoreUrlError";
}

/**
 * Opens the file store that FILE_STORE_URL names: `file:///absolute/path`, or `file:relative/path` below the working
 * directory. Nothing is touched until it is used.
 * @throws FileStoreUrlError for any other address; `s3://` is known, and not available yet
 */
export function openFileStore(url: string): FileStore {
	if (url.startsWith("s3:")) {
		throw new FileStoreUrlError(
			"FILE_STORE_URL names an S3 store, which this version cannot use yet: give a directory as file:///path.",
		);
	}
	if (!url.startsWith("file:")) {
		throw new FileStoreUrlError("FILE_STORE_URL must start with file: or s3:.");
	}
	const path = url.startsWith("file://") ? pathOfUrl(url) : decodePath(url.slice("file:".length));
	if (path === "") throw new FileStoreUrlError("FILE_STORE_URL must name a directory: file:///path.");
	return new LocalFileStore(isAbsolute(path) ? path : resolve(/* turbopackIgnore: true */ process.cwd(), path));
}

function pathOfUrl(url: string): string {
	try {
		return fileURLToPath(url);
	} catch {
		throw new FileStoreUrlError("FILE_STORE_URL must name a directory of this machine: file:///path.");
	}
}

function decodePath(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		throw new FileStoreUrlError("FILE_STORE_URL must name a directory: its escapes cannot be read.");
	}
}
