import type { Readable } from "node:stream";

/** A byte range of a file, inclusive like an HTTP range. */
export interface FileRange {
	start?: number;
	end?: number;
}

export interface StoredFile {
	/** bytes */
	size: number;
}

export interface ListedFile {
	readonly key: string;
	/** By the store's clock. */
	readonly modifiedAt: Date;
}

/**
 * Stores targeting files and inventory data (docs/operations.md, Storage). Files are immutable, but
 * for the remembered head of the audit log, and appear atomically. Keys are relative paths of
 * letters, digits, `.`, `_`, `-` and `/`. Every operation throws InvalidFileKeyError for another
 * key; reading throws FileMissingError for an absent file.
 */
export interface FileStore {
	/** The local directory of the files; undefined for a remote store. */
	directory(): string | undefined;
	/** Identifies the store: equal in all processes that share it, and stable across restarts. */
	identity(): Promise<string>;
	/**
	 * Checks that the store is usable. A remote store has a timeout of seconds, and gets a test
	 * write when it refused the last file.
	 * @throws Error with the reason; StorageError of STORE_ONLY_READS when only writes fail
	 */
	ask(signal: AbortSignal): Promise<void>;
	/** Moves the file at `localPath` durably to `key`, for all readers from then on. */
	put(key: string, localPath: string): Promise<StoredFile>;
	/** Streams a file or a range of it. */
	createReadStream(key: string, range?: FileRange): Promise<Readable>;
	/**
	 * A secret address that opens this file alone, to any reader, for so many seconds. Undefined
	 * where the store has none. An absent file has one, too.
	 */
	signedUrl(key: string, seconds: number): Promise<string | undefined>;
	/** Size of a file; undefined when absent. */
	stat(key: string): Promise<StoredFile | undefined>;
	/**
	 * Lists files below these key segments in pages (1 to 1,000 files, default 1,000), unordered.
	 * Concurrent changes may or may not appear.
	 */
	list(within: string, pageSize?: number): AsyncIterable<readonly ListedFile[]>;
	/** Removes a file; absent ones are ignored. */
	remove(key: string): Promise<void>;
	/** A read-only local path of the file, downloaded first from a remote store. */
	localPath(key: string): Promise<string>;
	/** A local directory for work files, if possible on the store's volume. */
	workDirectory(): Promise<string>;
	/** Removes work files older than this, which dead processes left. Returns their number. */
	sweepWorkDirectory(olderThanMs: number): Promise<number>;
}

/** An invalid key: a programming error. */
export class InvalidFileKeyError extends Error {
	override name = "InvalidFileKeyError";
}

/** No file has this key. */
export class FileMissingError extends Error {
	override name = "FileMissingError";
	readonly key: string;
	constructor(key: string) {
		super(`the file store has no file ${key}`);
		this.key = key;
	}
}

const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** Whether this is a valid segment of a key, and no reserved name. */
export function isFileKeySegment(name: string): boolean {
	return SEGMENT.test(name);
}

/** Splits a key into segments. @throws InvalidFileKeyError for a key that could leave the store */
export function fileKeySegments(key: string): string[] {
	const segments = key.split("/");
	if (key.length > 512 || !segments.every(isFileKeySegment)) {
		throw new InvalidFileKeyError(`${JSON.stringify(key.slice(0, 100))} is not a key of the file store`);
	}
	return segments;
}
