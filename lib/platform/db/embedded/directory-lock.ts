import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { tryLock } from "fs-native-extensions";
import { isOutOfRoom } from "@/lib/platform/files/storage-problem";

// Beyond the text: Windows forbids reading a locked range, and a refused process reads the holder's
// name.
const LOCKED_OFFSET = 1_048_576;
const LOCKED_LENGTH = 1;
const MOST_COMMAND_CHARACTERS = 200;

/** Another process has the embedded database of the directory open. */
export class DatabaseInUseError extends Error {
	override name = "DatabaseInUseError";
	constructor(directory: string, holder: string) {
		super(
			`the embedded database in ${directory} is in use by ${holder}: ` +
				"end that process first, choose another DATA_DIR, or set DATABASE_URL to use a PostgreSQL server",
		);
	}
}

/** An exclusive lock on a directory, until it is released or the process ends. */
export interface DirectoryLock {
	release(): void;
}

/**
 * Locks the directory (created with mode 0700) by a kernel lock on its `database.lock`. The kernel
 * releases the lock of a crashed process.
 * @throws DatabaseInUseError that names the holder
 */
export function lockDirectory(directory: string): DirectoryLock {
	const path = resolve(directory);
	mkdirSync(path, { recursive: true, mode: 0o700 });
	const file = openSync(join(path, "database.lock"), "a+", 0o600);
	if (!tryLock(file, LOCKED_OFFSET, LOCKED_LENGTH)) {
		const holder = describeHolder(file);
		closeSync(file);
		throw new DatabaseInUseError(path, holder);
	}
	writeHolder(file);
	let held = true;
	return {
		release() {
			if (!held) return;
			held = false;
			ftruncateSync(file);
			closeSync(file);
		},
	};
}

/** On a full disk the lock holds without the holder's name. */
function writeHolder(file: number): void {
	const command = [basename(process.execPath), ...process.argv.slice(1)].join(" ").slice(0, MOST_COMMAND_CHARACTERS);
	ftruncateSync(file);
	try {
		writeSync(file, JSON.stringify({ pid: process.pid, command, since: new Date().toISOString() }));
	} catch (error) {
		if (!isOutOfRoom(error)) throw error;
		ftruncateSync(file);
	}
}

function describeHolder(file: number): string {
	try {
		const { pid, command, since } = JSON.parse(readFileSync(file, "utf8"));
		return `process ${pid} (${command}) since ${since}`;
	} catch {
		return "another process, which has not written yet which";
	}
}
