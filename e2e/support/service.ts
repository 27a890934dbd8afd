import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DemoWorld, demoWorld } from "@/lib/seed/demo-world";
import { startObjectStore } from "@/lib/testing/object-store";
import { startProcess } from "./child-process";
import { createPostgresDatabase, type DatabaseKind } from "./postgres";

const ROOT = join(import.meta.dirname, "../..");

/** What a service holds when it starts: the demo world, or nothing but its first operator. */
export type World = "demo" | "empty";

/** A service in a process, directory and database of its own. */
export interface RunningService {
	baseUrl: string;
	database: DatabaseKind;
	/** The people, targets and agent keys of the demo world; an empty service throws when it is asked for them. */
	readonly seed: DemoWorld;
	/** How the operator of an empty service signs in, as its first start prints it. */
	firstSignIn: { email: string; password: string } | null;
	/** What the process has logged. */
	output(): string;
	/** Ends the process and removes all that it has stored. */
	stop(): Promise<void>;
}

/** Starts a new service as `npm start` does, from the build that is there; seeds it before, unless it is to be empty. */
export async function startService(
	database: DatabaseKind = "embedded",
	world: World = "demo",
): Promise<RunningService> {
	const directory = await mkdtemp(join(tmpdir(), "targeting-e2e-"));
	const cleanups = [() => rm(directory, { recursive: true, force: true, maxRetries: 5 })];
	const stop = async () => {
		for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
	};
	try {
		const env: Record<string, string> = { DATA_DIR: join(directory, "data"), HOST: "127.0.0.1", PORT: "0" };
		if (database === "postgres") {
			const { url, drop } = await createPostgresDatabase();
			cleanups.push(drop);
			const objects = await startObjectStore();
			cleanups.push(objects.stop);
			Object.assign(env, objects.environment, { DATABASE_URL: url, FILE_STORE_URL: objects.url("e2e") });
		}
		// Before the server: one process at a time may open the embedded database.
		const seed = world === "demo" ? await seedDemoWorld(join(directory, "seed.json"), env) : null;
		const server = startProcess({ name: "the service", script: "dist/server.mjs", cwd: ROOT, env });
		cleanups.push(server.stop);
		const [, address = ""] = await server.waitFor(/listening on (https?:\/\/\S+)/);
		const [, email = "", password = ""] =
			seed === null ? await server.waitFor(/Sign in at \S+ as (\S+) with the password (\S+)/) : [];
		return {
			baseUrl: address,
			database,
			get seed() {
				if (seed === null) throw new Error("This service is empty: it has no demo world.");
				return seed;
			},
			firstSignIn: seed === null ? { email, password } : null,
			output: server.output,
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Devices of the inventory source of a test's world: enough for every audience, and quickly seeded. */
export const SEEDED_DEVICES = 4_000;

async function seedDemoWorld(out: string, env: Record<string, string>): Promise<DemoWorld> {
	const seeding = startProcess({
		name: "the seed",
		script: "dist/seed.mjs",
		args: ["--out", out, "--devices", String(SEEDED_DEVICES)],
		cwd: ROOT,
		env,
	});
	const clock = setTimeout(() => void seeding.stop(), 120_000);
	const code = await seeding.ended().finally(() => clearTimeout(clock));
	if (code !== 0) throw new Error(`The seed ended with ${code}. It wrote:\n${seeding.output()}`);
	return demoWorld.parse(JSON.parse(await readFile(out, "utf8")));
}

/** The first target of the demo world, and a key for its agent. */
export function agentTarget(seed: DemoWorld): { target: DemoWorld["targets"][number]; key: string } {
	const target = seed.targets[0];
	const key = seed.agents.find(({ target_id }) => target_id === target?.id)?.key;
	if (target === undefined || key === undefined) throw new Error("The seed has no target with an agent key.");
	return { target, key };
}
