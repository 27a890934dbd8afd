import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DemoWorld } from "@/lib/tools/seed/demo-world";
import { partOf, startProcess } from "./child-process";
import { fillWithDemoWorld } from "./demo-world";
import { openPlace } from "./place";
import type { DatabaseKind } from "./postgres";

const ROOT = join(import.meta.dirname, "../..");

/**
 * What a service holds when it starts: the demo world, also for tests that spoil it for others, or
 * nothing but its first operator.
 */
export type World = "demo" | "demo to be spoiled" | "empty";

/** A service in a process, directory and database of its own. */
export interface RunningService {
	baseUrl: string;
	database: DatabaseKind;
	/** Its `DATA_DIR`, for what somebody does on its machine. */
	dataDir: string;
	/** The settings of its storage, for a worker beside it. */
	storage: Record<string, string>;
	/** People, targets and agent keys of the demo world; throws for an empty service. */
	readonly seed: DemoWorld;
	/** How the operator of an empty service signs in, as its first start says. */
	firstSignIn: { email: string; password: string } | null;
	/** What the process has logged. */
	output(): string;
	/** Ends the process; the returned function starts it again at the same address, with changed settings. */
	interrupt(): Promise<(changed?: Record<string, string>) => Promise<void>>;
	/** Ends the process and removes all that it has stored. */
	stop(): Promise<void>;
}

/** How a service differs from the others of a run. */
export interface ServiceOptions {
	/** `lib/tools/cli/start.mjs` makes the build that its settings need. */
	script?: string;
	/** The directory of an unpacked artifact, to run from that. */
	artifact?: string;
	settings?: Record<string, string>;
}

/**
 * Starts a new service like `npm start`, from the existing build: empty, or on a copy of the demo
 * world.
 */
export async function startService(
	database: DatabaseKind = "embedded",
	world: World = "demo",
	{ script = "dist/server.mjs", artifact, settings = {} }: ServiceOptions = {},
): Promise<RunningService> {
	const directory = await mkdtemp(join(tmpdir(), "targeting-e2e-"));
	const cleanups = [() => rm(directory, { recursive: true, force: true, maxRetries: 5 })];
	const stop = async () => {
		for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
	};
	try {
		const place = await openPlace(database, directory);
		cleanups.push(place.remove);
		const { env } = place;
		const seed = world === "empty" ? null : await fillWithDemoWorld(database, directory, place);
		const start = (port = settings.PORT ?? env.PORT ?? "0", changed = {}) =>
			startProcess({
				name: "the service",
				...(artifact === undefined ? { script, cwd: ROOT } : partOf(artifact, "service")),
				env: { ...env, ...settings, ...changed, PORT: port },
			});
		let server = start();
		cleanups.push(() => server.stop());
		const [, address = ""] = await server.waitFor(/listening on (https?:\/\/\S+)/);
		const [, email = "", passwordFile = ""] =
			seed === null ? await server.waitFor(/Sign in at \S+ as (\S+) with the password in (.+)/) : [];
		const password = seed === null ? (await readFile(passwordFile, "utf8")).trim() : "";
		return {
			baseUrl: address,
			database,
			dataDir: env.DATA_DIR,
			storage: env,
			get seed() {
				if (seed === null) throw new Error("This service is empty: it has no demo world.");
				return seed;
			},
			firstSignIn: seed === null ? { email, password } : null,
			output: () => server.output(),
			interrupt: async () => {
				await server.stop();
				return async (changed) => {
					server = start(new URL(address).port, changed);
					await server.waitFor(/listening on/);
				};
			},
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

/** The first target of the demo world, and a key for its agent. */
export function agentTarget(seed: DemoWorld): { target: DemoWorld["targets"][number]; key: string } {
	const target = seed.targets[0];
	const key = seed.agents.find(({ target_id }) => target_id === target?.id)?.key;
	if (target === undefined || key === undefined) throw new Error("The seed has no target with an agent key.");
	return { target, key };
}
