import { createHash } from "node:crypto";
import { constants, openSync, readFileSync } from "node:fs";
import { cp, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tryLock, waitForLock } from "fs-native-extensions";
import { type DemoWorld, demoWorld } from "@/lib/tools/seed/demo-world";

/** The history of a demo world ends when it is made. */
const LASTS_MS = 7 * 24 * 3600 * 1000;

/**
 * Locks a directory. Programs that have its file open share the lock, so it waits until those of an
 * earlier run have ended, even if that was killed.
 * @returns the locked file
 */
export async function lockDirectory(directory: string): Promise<number> {
	await mkdir(directory, { recursive: true, mode: 0o700 });
	const file = openSync(join(directory, "lock"), "a+", 0o600);
	if (!tryLock(file)) {
		console.log(`Another demo runs in ${directory}: this one starts when that one has ended.`);
		await waitForLock(file);
	}
	return file;
}

/**
 * Copies the demo world into the directory `run`, and makes it before unless it is there, new and
 * of this version.
 * @param seed fills `data`, and writes `seed.json`
 */
export async function openWorld(directory: string, seed: (world: string) => Promise<void>): Promise<DemoWorld> {
	const [world, run] = [join(directory, "world"), join(directory, "run")];
	// Written last: a world without it is not complete.
	const mark = join(world, "made-by");
	const hash = createHash("sha256");
	for (const bundle of ["seed", "worker-thread"]) hash.update(readFileSync(`dist/${bundle}.mjs`));
	const version = hash.digest("hex");
	const madeBy = await readFile(mark, "utf8").catch(() => null);
	if (madeBy !== version || (await stat(mark)).mtimeMs < Date.now() - LASTS_MS) {
		console.log("Making the demo world. The next runs take a copy of it.");
		await rm(world, { recursive: true, force: true });
		await mkdir(world);
		await seed(world);
		await writeFile(mark, version);
	}
	await rm(run, { recursive: true, force: true });
	await cp(join(world, "data"), join(run, "data"), { recursive: true, mode: constants.COPYFILE_FICLONE });
	return demoWorld.parse(JSON.parse(await readFile(join(world, "seed.json"), "utf8")));
}
