import { randomUUID } from "node:crypto";
import { countMatches } from "@/lib/domain/targets/count-matches";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import type { Stage } from "./stage";

/** Since when the agents of the demo world count, in days before the seed. */
const COUNTING = 36;
/** The days that pages draw, and hours of each: about noon, and in the evening. */
const DAYS = 14;
const TIMES = [0.45, 0.8];
/** Activated, and matched by nothing: it takes memory for no use. */
const UNMATCHED = "Active coffee drinkers";
const FEWEST = 400;

/** What agents report of the matches of activated deployments, as if they had run. */
export function matchScenes(): { day: number; play(stage: Stage, service: Service): Promise<void> }[] {
	const run = randomUUID();
	const days = [COUNTING, ...Array.from({ length: DAYS }, (_, day) => TIMES.map((time) => day + time)).flat()];
	return days
		.sort((a, b) => b - a)
		.map((day, index) => ({ day, play: (stage, service) => report(stage, service, { run, number: index + 1 }) }));
}

async function report(stage: Stage, service: Service, { run, number }: { run: string; number: number }): Promise<void> {
	for (const { id } of stage.targets.values()) {
		await transact(service.prisma, async (tx) => {
			const activated = await tx.deployment.findMany({
				where: { targetId: id, status: "activated", design: { name: { not: UNMATCHED } } },
				orderBy: { requestedAt: "asc" },
				select: { id: true },
			});
			const counts = activated.map((deployment, place) => ({
				deployment_id: deployment.id,
				matches: FEWEST * (place + 1) + ((number * 137 * (place + 3)) % 600),
			}));
			await countMatches(service, tx, id, [{ run_id: run, number, counts: number === 1 ? [] : counts }]);
		});
	}
}
