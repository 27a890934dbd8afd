import { existsSync } from "node:fs";
import { chmod, copyFile, lstat, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { PgliteThread } from "@/lib/platform/db/embedded/pglite-thread";
import { dependencies } from "@/package.json";

const OTHERS = 0o077;
/** Made by the build (lib/tools/cli/building/empty-database.mjs), for this version of PGlite. */
const EMPTY_DATABASE = `empty-database-${dependencies["@electric-sql/pglite"]}`;

/**
 * Creates an empty database in `directory` unless there is one. It is created beside it, synced and
 * then renamed, so that a killed start leaves no half-made database. In an existing one, such as a
 * restored copy, it removes the access of other users.
 * @param template an empty database to copy; where it is missing PGlite makes one, in ten times the
 *   time and twice the memory
 */
export async function createDataDirectory(
	directory: string,
	template: string = join(/* turbopackIgnore: true */ process.cwd(), "dist", EMPTY_DATABASE),
): Promise<void> {
	if (existsSync(/* turbopackIgnore: true */ join(directory, "PG_VERSION"))) return keepPrivate(directory);
	const unfinished = `${directory}.new`;
	await rm(unfinished, { recursive: true, force: true });
	await mkdir(unfinished, { mode: 0o700 });
	if (existsSync(/* turbopackIgnore: true */ join(template, "PG_VERSION"))) await copyPrivately(template, unfinished);
	else await initialize(unfinished);
	await syncTree(unfinished);
	await rename(unfinished, directory);
	await sync(dirname(directory));
}

async function initialize(directory: string): Promise<void> {
	const thread = new PgliteThread({ directory, durable: false });
	await thread.start();
	await thread.close();
}

/** Copies files without their modes: those of an installed artifact may be read-only. */
async function copyPrivately(from: string, to: string): Promise<void> {
	for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
		const path = join(entry.parentPath, entry.name);
		const copy = join(to, relative(from, path));
		await mkdir(entry.isDirectory() ? copy : dirname(copy), { mode: 0o700, recursive: true });
		if (entry.isDirectory()) continue;
		await copyFile(path, copy);
		await chmod(copy, 0o600);
	}
}

async function keepPrivate(directory: string): Promise<void> {
	const tighten = async (path: string) => {
		const entry = await lstat(path);
		if (!entry.isSymbolicLink() && (entry.mode & OTHERS) !== 0) await chmod(path, entry.mode & 0o700);
	};
	await Promise.all((await pathsBelow(directory)).map(tighten));
}

async function syncTree(directory: string): Promise<void> {
	await Promise.all((await pathsBelow(directory)).map(sync));
	await sync(directory);
}

async function pathsBelow(directory: string): Promise<string[]> {
	const entries = await readdir(directory, { recursive: true, withFileTypes: true });
	return entries.map((entry) => join(entry.parentPath, entry.name));
}

async function sync(path: string): Promise<void> {
	const file = await open(path, "r");
	try {
		await file.sync();
	} finally {
		await file.close();
	}
}
