import type { Readable } from "node:stream";

/** A byte range of a file: both ends inclusive, as in an HTTP range. */
export interface FileRange {
	start?: number;
	end?: number;
}

export interface StoredFile {
	/** bytes */
	size: number;
}

/** A file as a store lists it. */
export interface ListedFile {
	readonly key: string;
	/** By the store's clock. */
	readonly modifiedAt: Date;
}

/**
 * Where targeting files and inventory data are kept (design.md section 6): files are written once under a key, never
 * changed, and seen either whole or not at all. Keys are relative paths of letters, digits, `.`, `_`, `-` and `/`.
 * Every operation throws InvalidFileKeyError for any other key; reading throws FileMissingError for a key without a file.
 */
export interface FileStore {
	/** The directory of this machine that holds the files; undefined of a store elsewhere. */
	directory(): string | undefined;
	/** What tells this store from any other: equal in all processes that share it, and kept when it is opened again. */
	identity(): Promise<string>;
	/**
	 * Asks whether the store can be used, for a few seconds at most of one that is elsewhere, or until the signal ends it. One that
	 * is elsewhere and refused the last file is asked to take something, too.
	 * @throws Error that says why it cannot; StorageError of STORE_ONLY_READS where it is read, and takes nothing
	 */
	ask(signal: AbortSignal): Promise<void>;
	/**
	 * Takes over the file at `localPath`: durable under `key` once this resolves, and gone from `localPath`. Replaces what
	 * the key held, for those who open it from then on.
	 */
	put(key: string, localPath: string): Promise<StoredFile>;
	/** Streams a file, or a range of it. */
	createReadStream(key: string, range?: FileRange): Promise<Readable>;
	/** Size of a file; undefined when there is none. */
	stat(key: string): Promise<StoredFile | undefined>;
	/**
	 * The files whose keys begin with these segments, in pages (of 1 to 1,000, a thousand unless given) and in no order; those that
	 * come or go meanwhile may be among them.
	 */
	list(within: string, pageSize?: number): AsyncIterable<readonly ListedFile[]>;
	/** Removes a file; one that is not there is no error. */
	remove(key: string): Promise<void>;
	/** A path on this machine at which the file can be read, downloaded first where the store is elsewhere. Never write to it. */
	localPath(key: string): Promise<string>;
	/** A directory on this machine for files that are being made; on the same volume where `put` can then be a rename. */
	workDirectory(): Promise<string>;
	/** Removes what has lain in the work directory for longer: what processes left there that died. Gives their number. */
	sweepWorkDirectory(olderThanMs: number): Promise<number>;
}

/** A key that is not one: an error of the program, never of a caller. */
export class InvalidFileKeyError extends Error {
	override name = "InvalidFileKeyError";
}

/** Nothing is stored under this key. */
export class FileMissingError extends Error {
	override name = "FileMissingError";
	readonly key: string;
	constructor(key: string) {
		super(`There is no file ${key} in the file store.`);
		this.key = key;
	}
}

const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** Whether this can be part of a key, and is no name of a store's own. */
export function isFileKeySegment(name: string): boolean {
	return SEGMENT.test(name);
}

/** The segments of a key. @throws InvalidFileKeyError for one that could lead anywhere but below the store. */
export function fileKeySegments(key: string): string[] {
	const segments = key.split("/");
	if (key.length > 512 || !segments.every(isFileKeySegment)) {
		throw new InvalidFileKeyError(`${JSON.stringify(key.slice(0, 100))} is not a key of the file store.`);
	}
	return segments;
}
