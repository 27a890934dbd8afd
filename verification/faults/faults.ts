import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "@/lib/platform/db/database";
import { copySnapshot } from "@/lib/tools/testing/database-templates";
import { findPostgres, startPostgres } from "@/lib/tools/testing/postgres-server.mjs";
import { openKilledWriters } from "@/verification/kills/open-killed-writers";
import { openFailingStore, openFullWorkDisk } from "./failing-store";
import type { Fault, Ground } from "./fault";
import { NO_POSTGRES } from "./fleet-ground";
import { openFullDataDisk, openFullDisks } from "./full-disks";
import { openKilledService, openKilledWeb } from "./kill-service";
import { openGround } from "./open-ground";
import { openKilledAgents } from "./open-killed-agents";
import { openFrozenPostgres, openKilledPgbouncer, openKilledPostgres } from "./open-killed-postgres";
import { openKilledWorkers } from "./open-killed-workers";
import { openPartition } from "./open-partition";
import { openSteppedClocks } from "./open-stepped-clocks";

/** All faults, in the order in which a run has them. */
export const FAULTS: readonly Fault[] = [
	{ name: "kills, embedded", part: "kills-embedded", times: 1_000, bounded: 2, open: () => openWriters("embedded") },
	{ name: "kills, PostgreSQL", part: "kills-postgres", times: 1_000, bounded: 2, open: () => openWriters("postgres") },
	{ name: "service killed, embedded", part: "service-embedded", times: 200, bounded: 0, open: openKilledService },
	{ name: "service killed, PostgreSQL", part: "service-postgres", times: 200, bounded: 0, open: openKilledWeb },
	{ name: "PostgreSQL killed", part: "postgres", times: 200, bounded: 1, open: openKilledPostgres },
	{ name: "PostgreSQL frozen", part: "frozen", times: 60, bounded: 1, open: openFrozenPostgres },
	{ name: "pgbouncer killed", part: "pgbouncer", times: 100, bounded: 1, open: openKilledPgbouncer },
	{ name: "workers killed", part: "workers", times: 200, bounded: 1, open: openKilledWorkers },
	{ name: "agents killed", part: "agents", times: 200, bounded: 1, open: openKilledAgents },
	{ name: "disk full, PostgreSQL, files and agent", part: "disk", times: 60, bounded: 3, open: openFullDisks },
	{ name: "disk full, embedded", part: "disk", times: 20, bounded: 0, open: openFullDataDisk },
	{ name: "disk full, work files", part: "disk", times: 20, bounded: 0, open: openFullWorkDisk },
	{ name: "object store slow, refusing, cutting", part: "store", times: 60, bounded: 1, open: openFailingStore },
	{ name: "clocks stepped", part: "clock", times: 60, bounded: 1, open: openSteppedClocks },
	{ name: "partition before PostgreSQL", part: "partition", times: 60, bounded: 1, open: openPartition },
];

/** @param kind of the database; the machine does not crash, so PostgreSQL need not flush */
function openWriters(kind: Database["kind"]): Promise<Ground | string> {
	return openGround(async (ends) => {
		const directory = await mkdtemp(join(tmpdir(), "targeting-kill-"));
		ends.push(() => rm(directory, { recursive: true, force: true }));
		if (kind === "embedded") {
			await copySnapshot(directory);
			return openKilledWriters({ DATA_DIR: directory }, ends);
		}
		const programs = await findPostgres();
		if (programs === null) return NO_POSTGRES;
		const server = await startPostgres(programs);
		ends.push(server.stop);
		return openKilledWriters({ DATA_DIR: directory, DATABASE_URL: server.url }, ends);
	});
}
