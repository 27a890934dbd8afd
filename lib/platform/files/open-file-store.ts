import { isAbsolute, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { FileStore } from "./file-store";
import { FileStoreUrlError, parseS3Url } from "./file-store-url";
import { LocalFileStore } from "./local-file-store";
import { S3FileStore } from "./s3-file-store";

/**
 * Opens the file store that FILE_STORE_URL names: `file:///absolute/path`, `file:relative/path` below the working
 * directory, or `s3://bucket/prefix` with options. Nothing is touched until it is used. `workDirectory` is an absolute path
 * on this machine for the work of a store that is elsewhere.
 * @throws FileStoreUrlError for any other address
 */
export function openFileStore(url: string, workDirectory: string): FileStore {
	if (url.startsWith("s3:")) return new S3FileStore(parseS3Url(url), workDirectory);
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
