import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type DemoWorld, demoWorld } from "@/lib/tools/seed/demo-world";
import { startProcess } from "./child-process";
import { openPlace } from "./place";
import { type DatabaseKind, dropPostgresDatabase } from "./postgres";

const ROOT = join(import.meta.dirname, "../..");
/** Variable with the directory of the run's demo worlds; workers inherit it. */
const VARIABLE = "TEST_DEMO_WORLDS";
const SEEDING_MS = 120_000;

/** Devices of the demo world's inventory source: enough for every audience, and quickly seeded. */
export const SEEDED_DEVICES = 4_000;

/** Playwright's global set-up: a directory for the run's demo worlds, removed at its end. */
export default async function setUp(): Promise<() => Promise<void>> {
	const directory = await mkdtemp(join(tmpdir(), "targeting-worlds-"));
	process.env[VARIABLE] = directory;
	return async () => {
		if (process.env.TEST_POSTGRES_URL) await dropPostgresDatabase(databaseName());
		await rm(directory, { recursive: true, force: true, maxRetries: 5 });
	};
}

/**
 * Copies the demo world into a directory. The first caller of a run seeds it; others wait.
 * @returns the seed's output, and the name of the world's database on the server
 * @throws in every caller when the seed failed
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

/** Creates the directory; true for one of all workers. */
function isFirst(world: string): Promise<boolean> {
	return mkdir(world).then(
		() => true,
		() => false,
	);
}

/**
 * Runs the seed like `npm run seed`.
 * @returns the problem, or an empty string
 */
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

/** Waits for the end of the seed, within the fixture's time limit; returns its problem. */
async function problemOf(world: string): Promise<string> {
	for (;;) {
		const problem = await readFile(problemFile(world), "utf8").catch(() => null);
		if (problem !== null) return problem;
		await delay(100);
	}
}
