import type { Ground } from "./fault";
import { finishFleet, openFleetGround, underLoad } from "./fleet-ground";
import { openGround } from "./open-ground";

/** Kills all processes of PostgreSQL under writers, and starts it again. */
export function openKilledPostgres(): Promise<Ground | string> {
	return openGround(async (ends) => {
		const ground = await openFleetGround();
		if (typeof ground === "string") return ground;
		ends.push(ground.close);
		const { fleet, release, postgres } = ground;
		await Promise.all([fleet.start("web", release), fleet.start("worker", release)]);
		return {
			round: (random, number) =>
				underLoad(ground, {
					mark: `postgres-${number}`,
					random,
					fault: async () => {
						await postgres.kill();
						await postgres.restart();
					},
				}),
			finish: () => finishFleet(ground),
		};
	});
}
