import { isAbsolute, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { FileStore } from "./file-store";
import { FileStoreUrlError, parseS3Url } from "./file-store-url";
import { LocalFileStore } from "./local-file-store";
import { S3FileStore } from "./s3-file-store";

/**
 * Opens the file store of FILE_STORE_URL: `file:///absolute/path`, `file:relative/path`, or
 * `s3://bucket/prefix` with options. Accesses nothing until used.
 * @param workDirectory absolute local path for work files of a remote store
 * @throws FileStoreUrlError for another URL
 */
export function openFileStore(url: string, workDirectory: string): FileStore {
	if (url.startsWith("s3:")) return new S3FileStore(parseS3Url(url), workDirectory);
	if (!url.startsWith("file:")) {
		throw new FileStoreUrlError("FILE_STORE_URL must start with file: or s3:");
	}
	const path = url.startsWith("file://") ? pathOfUrl(url) : decodePath(url.slice("file:".length));
	if (path === "") throw new FileStoreUrlError("FILE_STORE_URL must name a directory, like file:///path");
	return new LocalFileStore(isAbsolute(path) ? path : resolve(/* turbopackIgnore: true */ process.cwd(), path));
}

function pathOfUrl(url: string): string {
	try {
		return fileURLToPath(url);
	} catch {
		throw new FileStoreUrlError("FILE_STORE_URL must name a local directory, like file:///path");
	}
}

function decodePath(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		throw new FileStoreUrlError("FILE_STORE_URL must be percent-encoded UTF-8");
	}
}
