import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { waitForLock } from "fs-native-extensions";
import { type DemoWorld, demoWorld } from "./demo-world";

/** Below the project, from which commands and tests run. */
const CACHE = "node_modules/.cache/targeting-service/demo-worlds";
const MIGRATIONS = "prisma/migrations";
/** What the seed and its builds run, with the versions of what they import. */
const PROGRAMS = ["dist/seed.mjs", "dist/worker-thread.mjs", "package-lock.json"];
/** Within the directory that a world is copied to. */
export const CREDENTIALS = "credentials.json";
/** `DATA_DIR` of a service, within the directory that a world is copied to. */
export const DATA = "data";

/**
 * Copies the demo world into a directory: a service with the embedded database and `DATA_DIR` below
 * it has the world. It is seeded by the first caller of a day (its times are told from the seed on,
 * and hashes of the audit log contain them, so that it cannot be moved to another day), and again
 * after a change of migrations or of the seed. Needs the bundles of `npm run build`.
 * @param devices devices of its inventory source
 * @param seeding is called when it is seeded first, and a signal ends that
 * @throws with its output when the seed fails
 */
export async function copyDemoWorld(
	directory: string,
	devices: number,
	{ seeding, signal }: { seeding?: () => void; signal?: AbortSignal } = {},
): Promise<DemoWorld> {
	await mkdir(CACHE, { recursive: true });
	const lock = await open(join(CACHE, ".lock"), "a+");
	try {
		// The kernel releases it when the process ends: a killed seed leaves nothing that counts.
		await waitForLock(lock.fd);
		const today = new Date().toISOString().slice(0, 10);
		const world = join(CACHE, `${devices}-${today}-${await fingerprint()}`);
		if (!existsSync(world)) {
			await removeOthers(`${devices}-`, today);
			const part = join(CACHE, "part");
			seeding?.();
			await seed({ DATA_DIR: join(part, DATA) }, join(part, CREDENTIALS), devices, signal);
			await rename(part, world);
		}
		await cp(world, directory, { recursive: true });
	} finally {
		await lock.close();
	}
	return readCredentials(join(directory, CREDENTIALS));
}

/**
 * Fills a database like `npm run seed`, with the bundle of `npm run build`.
 * @param storage settings of the service that has the database
 * @param out file for the credentials
 * @throws with its output when it fails
 */
export async function seed(
	storage: Readonly<Record<string, string>>,
	out: string,
	devices: number,
	signal?: AbortSignal,
): Promise<DemoWorld> {
	const { PATH = "", HOME = "", TMPDIR = "/tmp" } = process.env;
	const env = { PATH, HOME, TMPDIR, NODE_ENV: "production" as const, ...storage };
	await mkdir(storage.DATA_DIR ?? "", { recursive: true });
	// Optimizing the WebAssembly of the embedded database costs more than it saves.
	const args = ["--liftoff-only", "dist/seed.mjs", "--out", out, "--devices", String(devices)];
	await promisify(execFile)(process.execPath, args, { env, ...(signal && { signal }) });
	return readCredentials(out);
}

async function readCredentials(file: string): Promise<DemoWorld> {
	return demoWorld.parse(JSON.parse(await readFile(file, "utf8")));
}

async function fingerprint(): Promise<string> {
	const migrations = (await readdir(MIGRATIONS, { recursive: true })).filter((name) => name.endsWith(".sql")).sort();
	const sum = createHash("sha256");
	for (const file of [...PROGRAMS, ...migrations.map((name) => join(MIGRATIONS, name))]) {
		sum.update(`\0${file}\0`).update(await readFile(file));
	}
	return sum.digest("hex").slice(0, 16);
}

/** Removes worlds of other days and of other seeds, and what an interrupted seed has left. */
async function removeOthers(own: string, today: string): Promise<void> {
	for (const name of await readdir(CACHE)) {
		const isOfAnother = !name.startsWith(own) && name.includes(`-${today}-`);
		if (name === ".lock" || isOfAnother) continue;
		await rm(join(CACHE, name), { recursive: true, force: true, maxRetries: 5 });
	}
}
