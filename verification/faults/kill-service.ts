import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbeddedGround } from "./embedded-ground";
import type { Ground } from "./fault";
import { finishFleet, openFleetGround, underLoad } from "./fleet-ground";
import { openGround } from "./open-ground";

/** Kills the service, with its embedded database, under writers and builds, and starts it again. */
export function openKilledService(): Promise<Ground | string> {
	return openGround(async (ends) => {
		const directory = await mkdtemp(join(tmpdir(), "targeting-faults-"));
		ends.push(() => rm(directory, { recursive: true, force: true }));
		const { underLoad: under, restart } = await openEmbeddedGround(directory, ends);
		return {
			round: (random, number) => under({ mark: `service-${number}`, random, fault: restart }),
			// Each round checks the whole database.
			finish: async () => [],
		};
	});
}

/** Kills the only web process on a PostgreSQL under writers, and starts another one. */
export function openKilledWeb(): Promise<Ground | string> {
	return openGround(async (ends) => {
		const ground = await openFleetGround();
		if (typeof ground === "string") return ground;
		ends.push(ground.close);
		const { fleet, release } = ground;
		let [web] = await Promise.all([fleet.start("web", release), fleet.start("worker", release)]);
		const fault = async () => {
			await fleet.kill(web);
			web = await fleet.start("web", release);
		};
		return {
			round: (random, number) => underLoad(ground, { mark: `web-${number}`, random, fault }),
			finish: () => finishFleet(ground),
		};
	});
}
