import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseEnvironment } from "@/lib/platform/env";
import type { Service } from "@/lib/platform/service";
import { openService } from "@/lib/processes/startup/open-service";
import { findPostgres, type PostgresServer, startPostgres } from "@/lib/tools/testing/postgres-server.mjs";
import type { World } from "@/lib/tools/testing/world";
import { createLoadCast, type Fleet, openFleet } from "@/verification/fleets/fleet";
import { explain } from "@/verification/fleets/fleet-process";
import type { LoadCast } from "@/verification/fleets/load";
import { makeRelease, type Release } from "@/verification/fleets/release";
import { checkWhole } from "./check-whole";
import type { Round } from "./fault";
import { type Ends, openGround } from "./open-ground";
import { judgeLoad, loadThrough, type UnderLoad } from "./under-load";
import { until } from "./until";

/** What survives a crash of the machine: the settings that a server for tests is without. */
const DURABLE = ["fsync=on", "synchronous_commit=on", "full_page_writes=on"];
/** Of the service's processes and of the look past them. */
export const SECRET = "a secret of the fleet alone, long enough";

/** Processes of the service on a PostgreSQL and a file store of their own. */
export interface FleetGround {
	readonly postgres: PostgresServer;
	readonly release: Release;
	readonly fleet: Fleet;
	readonly world: World;
	readonly cast: LoadCast;
	/** The same database and files, past the processes. */
	readonly service: Service;
	/** The directory of the database-independent files of the harness. */
	readonly directory: string;
	close(): Promise<void>;
}

export const NO_POSTGRES = "PostgreSQL is not installed";

export interface FleetOptions {
	/** Of every process. */
	readonly settings?: Record<string, string>;
	/** The address by which the processes reach the database. @param ends what it opens */
	readonly through?: (url: string, ends: Ends) => Promise<string>;
	/** Of the database's server. */
	readonly postgres?: { readonly base?: string };
}

/** Opens a ground without processes; a text says why there is none. */
export function openFleetGround(options: FleetOptions = {}): Promise<FleetGround | string> {
	return openGround(async (ends) => {
		const programs = await findPostgres();
		if (programs === null) return NO_POSTGRES;
		const directory = await mkdtemp(join(tmpdir(), "targeting-faults-"));
		ends.push(() => rm(directory, { recursive: true, force: true }));
		const release = await makeRelease();
		ends.push(release.remove);
		const postgres = await startPostgres(programs, { settings: DURABLE, ...options.postgres });
		ends.push(postgres.stop);
		const FILE_STORE_URL = pathToFileURL(join(directory, "files")).href;
		const common = { FILE_STORE_URL, NEXTAUTH_SECRET: SECRET, BUILD_LEASE_SECONDS: "3", ...options.settings };
		const { service, database } = await openService(
			parseEnvironment({ ...common, DATABASE_URL: postgres.url, DATA_DIR: join(directory, "data") }),
		);
		ends.push(database.close);
		const fleet = await openFleet((await options.through?.(postgres.url, ends)) ?? postgres.url, common);
		ends.push(fleet.remove);
		const { world, ...cast } = await createLoadCast(service);
		return { postgres, release, fleet, world, cast, service, directory };
	});
}

/** Has a fault happen under a load on the ground, and checks what came of it. */
export async function underLoad(ground: FleetGround, { mark, ...options }: UnderLoad): Promise<Round> {
	const { fleet, cast, service } = ground;
	const { load, recoveryMs } = await loadThrough(fleet.balancer, cast, { mark, ...options });
	const round = await judgeLoad(service, mark, { load, recoveryMs });
	return { ...round, problems: round.problems.map((problem) => explain(problem, fleet.all)) };
}

/** The last check of a ground: the whole database, and what was to be told is told. */
export async function finishFleet({ service }: FleetGround): Promise<readonly string[]> {
	await until("the outbox is empty", async () => (await service.prisma.outboxEntry.count()) === 0);
	return checkWhole(service);
}
