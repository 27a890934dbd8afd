import { type DeploymentMatches, MATCH_DAYS, MATCH_HOURS } from "@/lib/contract/matches";
import type { Principal } from "@/lib/domain/access/principal";
import { findDeploymentOrThrow } from "@/lib/domain/deployments/find-deployment-or-throw";
import type { Reader } from "@/lib/platform/service";
import { loadMatches, startOfDay } from "./load-matches";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * `GET /api/deployments/<id>/matches`: a deployment's matches by hours or days (UTC), for every
 * caller who sees it.
 * @throws NotFoundError when the caller does not see it
 */
export async function getDeploymentMatches(
	service: Reader,
	principal: Principal,
	deploymentId: string,
	by: "hour" | "day",
): Promise<DeploymentMatches> {
	const record = await findDeploymentOrThrow(service.prisma, principal, deploymentId);
	const known = (await loadMatches(service, [record])).get(record.id);
	if (known === undefined) throw new Error("loadMatches must return an entry for each record");
	const days = await service.prisma.matchDay.findMany({
		where: {
			deployment_id: deploymentId,
			day: { gte: startOfDay(service, by === "day" ? MATCH_DAYS - 1 : MATCH_HOURS / 24) },
		},
		select: { day: true, hours: true, matches: true },
	});
	const sums = new Map(
		days.flatMap(({ day, hours, matches }): [number, number][] =>
			by === "day"
				? [[day.getTime(), Number(matches)]]
				: hours.map((sum, hour) => [day.getTime() + hour * HOUR_MS, Number(sum)]),
		),
	);
	const [length, step] = by === "day" ? [MATCH_DAYS, DAY_MS] : [MATCH_HOURS, HOUR_MS];
	const current = Math.floor(service.now().getTime() / step) * step;
	const listed = Array.from({ length }, (_, index) => {
		const start = current - (length - 1 - index) * step;
		return { start: new Date(start).toISOString(), matches: sums.get(start) ?? 0 };
	});
	return {
		by,
		last_match_at: known.last_match_at,
		counted_since: known.matches_counted_since,
		total: listed.reduce((total, { matches }) => total + matches, 0),
		sums: listed,
	};
}
