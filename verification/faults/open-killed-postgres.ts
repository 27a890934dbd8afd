import { setTimeout as delay } from "node:timers/promises";
import { openDatabase } from "@/lib/platform/db/client";
import type { Random } from "@/lib/tools/seed/inventory/random";
import { findServer } from "@/lib/tools/testing/find-server.mjs";
import { type Pgbouncer, setPooledRole, startPgbouncer } from "@/lib/tools/testing/pgbouncer";
import type { Ground } from "./fault";
import { type FleetGround, type FleetOptions, finishFleet, openFleetGround, underLoad } from "./fleet-ground";
import { openGround } from "./open-ground";

/** As long as a machine that is moved to another host stands still. */
const FROZEN_MS = 30_000;
/** Fewer than its clients have, so that they share them. */
const POOLED_CONNECTIONS = 12;

/** Kills all processes of PostgreSQL under writers, and starts it again. */
export const openKilledPostgres = (): Promise<Ground | string> =>
	openHitFleet({}, async ({ postgres }) => {
		await postgres.kill();
		await postgres.restart();
	});

/** Stops all processes of PostgreSQL under writers for up to 30 s: its connections stay, and say nothing. */
export const openFrozenPostgres = (): Promise<Ground | string> =>
	openHitFleet({}, async ({ postgres }, random) => {
		const thaw = await postgres.freeze();
		try {
			await delay(random.between(FROZEN_MS / 10, FROZEN_MS));
		} finally {
			thaw();
		}
	});

/** Kills the pgbouncer between processes and PostgreSQL under writers, and starts it again. */
export async function openKilledPgbouncer(): Promise<Ground | string> {
	const program = findServer("pgbouncer");
	if (program === null) return "pgbouncer is not installed";
	let pgbouncer: Pgbouncer | undefined;
	return openHitFleet(
		{
			through: async (url, ends) => {
				const { pool, close } = await openDatabase({ databaseUrl: url });
				await setPooledRole({ pool, url }).finally(close);
				pgbouncer = await startPgbouncer(program, url, POOLED_CONNECTIONS);
				ends.push(pgbouncer.stop);
				return pgbouncer.url;
			},
		},
		async () => pgbouncer?.restart(),
	);
}

/** A web process and a worker, under whose writers a fault happens. */
function openHitFleet(
	options: FleetOptions,
	fault: (ground: FleetGround, random: Random) => Promise<void>,
): Promise<Ground | string> {
	return openGround(async (ends) => {
		const ground = await openFleetGround(options);
		if (typeof ground === "string") return ground;
		ends.push(ground.close);
		const { fleet, release } = ground;
		await Promise.all([fleet.start("web", release), fleet.start("worker", release)]);
		return {
			round: (random, number) =>
				underLoad(ground, { mark: `database-${number}`, random, fault: () => fault(ground, random) }),
			finish: () => finishFleet(ground),
		};
	});
}
