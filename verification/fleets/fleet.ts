import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Database, openDatabase } from "@/lib/platform/db/client";
import { createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { Balancer } from "./balancer";
import { complaintsOf, type FleetProcess, type Kind, startProcess } from "./fleet-process";
import type { LoadCast } from "./load";
import type { Release } from "./release";

/** Web processes and workers of one service, on one PostgreSQL and one file store. */
export interface Fleet {
	readonly balancer: Balancer;
	readonly processes: readonly FleetProcess[];
	/** The database, for a look past the service. */
	readonly database: Database;
	/** Every process that has ever run. */
	readonly all: readonly FleetProcess[];
	/** Starts one more; a web process gets requests once it is ready. @param settings of this one */
	start(kind: Kind, release: Release, settings?: Record<string, string>): Promise<FleetProcess>;
	/** Ends one like an operator. Gives a problem when it did not end well. */
	stop(one: FleetProcess): Promise<string | undefined>;
	/** Ends one with SIGKILL. */
	kill(one: FleetProcess): Promise<void>;
	/** Ends all, and removes the files. */
	remove(): Promise<void>;
}

/** The people that the load needs, with keys. */
export async function createLoadCast(service: Pick<Database, "prisma">): Promise<LoadCast & { readonly world: World }> {
	const world = await createWorld(service);
	return {
		world,
		designer: await issueKey(service, world.designer, ["manage"]),
		administrator: await issueKey(service, world.administrator, ["manage", "administer"]),
		targetId: world.target.id,
	};
}

/** A fleet without processes. @param settings of every process, besides the usual ones */
export async function openFleet(databaseUrl: string, settings: Record<string, string> = {}): Promise<Fleet> {
	const directory = await mkdtemp(join(tmpdir(), "targeting-fleet-"));
	const database = await openDatabase({ databaseUrl });
	const balancer = new Balancer();
	const running = new Set<FleetProcess>();
	const all: FleetProcess[] = [];
	const forget = (one: FleetProcess) => {
		running.delete(one);
		if (one.url !== undefined) balancer.remove(one.url);
	};
	const end = async (one: FleetProcess) => {
		const code = await one.stop();
		forget(one);
		return code === 0 ? undefined : `a ${one.kind} ended with ${code}: ${complaintsOf([one]).join("; ")}`;
	};
	return {
		balancer,
		database,
		all,
		get processes() {
			return [...running];
		},
		start: async (kind, release, own = {}) => {
			const one = await startProcess(kind, release, {
				DATABASE_URL: databaseUrl,
				DATABASE_CONNECTIONS: "8",
				DATA_DIR: join(directory, `data-${all.length}`),
				FILE_STORE_URL: pathToFileURL(join(directory, "files")).href,
				NEXTAUTH_SECRET: "a secret of the fleet alone, long enough",
				BOOTSTRAP_PASSWORD: "a few words in a row",
				BUILD_WORKERS: kind === "web" ? "0" : "1",
				STOP_NOTICE_SECONDS: "1",
				TOKEN_RATE_LIMIT: "1000000000",
				WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1",
				...settings,
				...own,
			});
			running.add(one);
			all.push(one);
			if (one.url !== undefined) balancer.add(one.url);
			return one;
		},
		stop: end,
		kill: async (one) => {
			await one.kill();
			forget(one);
		},
		remove: async () => {
			balancer.close();
			await Promise.all([...running].map((one) => one.kill()));
			await database.close();
			await rm(directory, { recursive: true, force: true });
		},
	};
}
