import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { shouldLoad } from "./actual-conditions";

const DAY_MS = 86_400_000;

/**
 * Deployments that are known to have matched nothing for so many days: activated and counted by all
 * agents of their target for as long, and taken by an agent that reports.
 */
export function unmatchedCondition(service: Pick<Service, "now">, days: number): Prisma.Sql {
	const since = new Date(service.now().getTime() - days * DAY_MS);
	return Prisma.sql`deployments.status = 'activated' AND deployments.activated_at <= ${since}::timestamptz
		AND EXISTS (SELECT 1 FROM match_counting c WHERE c.target_id = deployments.target_id AND c.since <= ${since}::timestamptz)
		AND EXISTS (SELECT 1 FROM agents WHERE ${shouldLoad(service)})
		AND NOT EXISTS (SELECT 1 FROM match_days m WHERE m.deployment_id = deployments.id
			AND m.day >= (${since}::timestamptz AT TIME ZONE 'UTC')::date AND m.last_match_at > ${since}::timestamptz)`;
}
