import { setTimeout as delay } from "node:timers/promises";
import { type Door, openDoor } from "@/lib/platform/db/testing/door";
import { HANG_MS } from "@/lib/tools/testing/hang.mjs";
import type { Ground } from "./fault";
import { finishFleet, openFleetGround, underLoad } from "./fleet-ground";
import { openGround } from "./open-ground";

/** Longer than the lease of a build, so that another worker takes over. */
const LONGEST_MS = 8_000;

/**
 * Lets nothing through between the database and a web process with its worker; another worker stays
 * beside the database and takes their builds over. Then what was held arrives late, or all
 * connections end.
 */
export function openPartition(): Promise<Ground | string> {
	return openGround(async (ends) => {
		let door: Door | undefined;
		const ground = await openFleetGround({
			through: async (url, inside) => {
				door = await openDoor(url);
				inside.push(door.close);
				return door.url;
			},
		});
		if (typeof ground === "string") return ground;
		ends.push(ground.close);
		const { fleet, release, postgres } = ground;
		const beside = { DATABASE_URL: postgres.url };
		await Promise.all([
			fleet.start("web", release),
			fleet.start("worker", release),
			fleet.start("worker", release, beside),
		]);
		return {
			round: async (random, number) => {
				const [heldMs, isLate] = [random.between(500, LONGEST_MS), random.next() < 0.5];
				const fault = async () => {
					door?.hold();
					await delay(heldMs);
					if (!isLate) door?.cut();
					door?.release();
				};
				const round = await underLoad(ground, { mark: `partition-${number}`, random, fault });
				const { longestMs } = fleet.balancer;
				if (longestMs < HANG_MS) return round;
				const seconds = (longestMs / 1_000).toFixed(1);
				return { ...round, problems: [...round.problems, `a request was without an answer for ${seconds} s`] };
			},
			finish: () => finishFleet(ground),
		};
	});
}
