import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type DemoWorld, demoWorld } from "@/lib/tools/seed/demo-world";
import { startProcess } from "./child-process";
import { openPlace } from "./place";
import { type DatabaseKind, dropPostgresDatabase } from "./postgres";

const ROOT = join(import.meta.dirname, "../..");
/** Where this run keeps the demo worlds that are copied; its workers inherit it. */
const VARIABLE = "TEST_DEMO_WORLDS";
const SEEDING_MS = 120_000;

/** Devices of the inventory source of a test's world: enough for every audience, and quickly seeded. */
export const SEEDED_DEVICES = 4_000;

/** Playwright's global set-up: a directory for the demo worlds of the run, which are removed at its end. */
export default async function setUp(): Promise<() => Promise<void>> {
	const directory = await mkdtemp(join(tmpdir(), "targeting-worlds-"));
	process.env[VARIABLE] = directory;
	return async () => {
		if (process.env.TEST_POSTGRES_URL) await dropPostgresDatabase(databaseName());
		await rm(directory, { recursive: true, force: true, maxRetries: 5 });
	};
}

/**
 * Copies the demo world into a directory. Who asks for it first in a run seeds it; others wait for that.
 * @returns what the seed has told, and the name of the database on the server that belongs to it
 * @throws when the seed failed, for whoever asks
 */
export async function copyDemoWorld(
	kind: DatabaseKind,
	directory: string,
): Promise<{ seed: DemoWorld; database: string }> {
	const world = join(worlds(), kind);
	if (await isFirst(world)) await settle(world, await seed(kind, world));
	const problem = await problemOf(world);
	if (problem !== "") throw new Error(problem);
	await cp(world, directory, { recursive: true });
	const told: unknown = JSON.parse(await readFile(join(directory, "seed.json"), "utf8"));
	return { seed: demoWorld.parse(told), database: databaseName() };
}

function worlds(): string {
	const directory = process.env[VARIABLE];
	if (directory === undefined)
		throw new Error(`${VARIABLE} is not set: it comes from the set-up of playwright.config.ts.`);
	return directory;
}

function databaseName(): string {
	return `e2e_${basename(worlds()).replaceAll(/\W/g, "_").toLowerCase()}`;
}

/** Makes the directory: of all workers one. */
function isFirst(world: string): Promise<boolean> {
	return mkdir(world).then(
		() => true,
		() => false,
	);
}

/** Runs the seed as `npm run seed` does. @returns what went wrong, or nothing */
async function seed(kind: DatabaseKind, world: string): Promise<string> {
	try {
		const place = await openPlace(kind, world, { name: databaseName() });
		const seeding = startProcess({
			name: "the seed",
			script: "dist/seed.mjs",
			args: ["--out", join(world, "seed.json"), "--devices", String(SEEDED_DEVICES)],
			cwd: ROOT,
			env: place.env,
		});
		const clock = setTimeout(() => void seeding.stop(), SEEDING_MS);
		const code = await seeding.ended().finally(() => clearTimeout(clock));
		await place.close();
		return code === 0 ? "" : `The seed ended with ${code}. It wrote:\n${seeding.output()}`;
	} catch (error) {
		return String(error);
	}
}

const problemFile = (world: string) => `${world}.problem`;

async function settle(world: string, problem: string): Promise<void> {
	await writeFile(`${problemFile(world)}.part`, problem);
	await rename(`${problemFile(world)}.part`, problemFile(world));
}

/** Waits until the world is there, or is known not to come. The time limit is that of the fixture. */
async function problemOf(world: string): Promise<string> {
	for (;;) {
		const problem = await readFile(problemFile(world), "utf8").catch(() => null);
		if (problem !== null) return problem;
		await delay(100);
	}
}
