import { WAITS_FOR_DECISION } from "@/lib/domain/deployments/reads/open-questions";
import { deploymentSync } from "@/lib/domain/targets/load-sync";
import { silentBefore } from "@/lib/domain/targets/silence";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";

/** The scope of all targets; others are the ids of their organizations. */
export const WHOLE_SERVICE = "service";

/** Days of the overview's history, and of the decisions whose median it has. */
export const FIGURES_DAYS = 14;

const DAY_MS = 86_400_000;
/** Reading the figures takes longer the more is activated. */
const SAMPLED_EVERY_MS = 5 * 60_000;
/** Twice the shown days, so that pages can compare them with the days before. */
const RETENTION_MS = 2 * FIGURES_DAYS * DAY_MS;

interface Counts {
	readonly scope: string;
	readonly pending?: number;
	readonly activated?: number;
	readonly live?: number;
	readonly targets?: number;
	readonly targets_online?: number;
	readonly decision_seconds?: number;
}

/**
 * Records the figures of the overview for the current day in UTC, by organization and for the whole
 * service, and removes those of former days: how many agents were online is recorded nowhere else,
 * and the median of decisions would read the audit log with each request. Several processes may run
 * it.
 * @returns the number of recorded scopes
 */
export async function sampleFigures(service: Service): Promise<number> {
	const now = service.now();
	const due = new Date(now.getTime() - SAMPLED_EVERY_MS);
	const recent = await service.prisma.overviewDay.findFirst({
		where: { scope: WHOLE_SERVICE, day: dayOf(now), at: { gt: due } },
		select: { at: true },
	});
	if (recent !== null) return 0;
	const counts = await readCounts(service);
	await transact(service.prisma, async (tx) => {
		await tx.$executeRaw`
			INSERT INTO overview_days AS o (scope, day, at, pending, activated, live, targets, targets_online, decision_seconds)
			SELECT c.scope, ${dayOf(now)}::date, ${now}::timestamptz, COALESCE(max(c.pending), 0), COALESCE(max(c.activated), 0),
				COALESCE(max(c.live), 0), COALESCE(max(c.targets), 0), COALESCE(max(c.targets_online), 0), max(c.decision_seconds)
			FROM jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) AS c(scope text, pending int, activated int, live int,
				targets int, targets_online int, decision_seconds int)
			GROUP BY c.scope ORDER BY c.scope
			ON CONFLICT (scope, day) DO UPDATE SET at = excluded.at, pending = excluded.pending, activated = excluded.activated,
				live = excluded.live, targets = excluded.targets, targets_online = excluded.targets_online,
				decision_seconds = excluded.decision_seconds
			WHERE o.at < excluded.at`;
		await tx.overviewDay.deleteMany({ where: { day: { lt: new Date(now.getTime() - RETENTION_MS) } } });
	});
	return new Set(counts.map(({ scope }) => scope)).size;
}

/** The day in UTC that a moment belongs to. */
export function dayOf(moment: Date): Date {
	return new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);
}

/** Every scope in one or more rows, each with some of its figures. */
async function readCounts(service: Service): Promise<Counts[]> {
	const { prisma } = service;
	const silent = silentBefore(service);
	const targets = await prisma.$queryRaw<Counts[]>`
		SELECT COALESCE(targets.organization_id::text, ${WHOLE_SERVICE}) AS scope, count(*)::int AS targets,
			count(*) FILTER (WHERE EXISTS (SELECT FROM agents a WHERE a.target_id = targets.id AND a.last_seen_at >= ${silent}))::int
				AS targets_online
		FROM targets GROUP BY GROUPING SETS ((targets.organization_id), ())`;
	const deployments = await prisma.$queryRaw<Counts[]>`
		SELECT COALESCE(deployments.target_org_id::text, ${WHOLE_SERVICE}) AS scope,
			count(*) FILTER (WHERE ${WAITS_FOR_DECISION} AND NOT EXISTS (SELECT FROM deployment_schedules s
				WHERE s.deployment_id = deployments.id AND s.ran_at IS NULL))::int AS pending,
			count(*) FILTER (WHERE deployments.status = 'activated')::int AS activated
		FROM deployments WHERE deployments.status IN ('requested', 'activated')
		GROUP BY GROUPING SETS ((deployments.target_org_id), ())`;
	const online = await prisma.$queryRaw<{ id: string }[]>`
		SELECT DISTINCT a.target_id AS id FROM agents a WHERE a.last_seen_at >= ${silent}`;
	const ids = online.map(({ id }) => id);
	const live = await prisma.$queryRaw<Counts[]>`
		SELECT COALESCE(targets.organization_id::text, ${WHOLE_SERVICE}) AS scope, count(*)::int AS live
		FROM (${deploymentSync(service, ids)}) AS synced JOIN targets ON targets.id = synced.target_id
		WHERE synced.sync = 'loaded' GROUP BY GROUPING SETS ((targets.organization_id), ())`;
	return [...targets, ...deployments, ...live, ...(await readDecisions(service))];
}

/** Median seconds from request to decision, over the decisions of the last days. */
function readDecisions(service: Service): Promise<Counts[]> {
	const since = new Date(service.now().getTime() - FIGURES_DAYS * DAY_MS);
	return service.prisma.$queryRaw<Counts[]>`
		SELECT COALESCE(deployments.target_org_id::text, ${WHOLE_SERVICE}) AS scope,
			round(percentile_cont(0.5) WITHIN GROUP (ORDER BY
				-- A clock may have been set back.
				GREATEST(0, extract(epoch FROM e.at - deployments.requested_at))::float8))::int AS decision_seconds
		FROM audit_events e JOIN deployments ON deployments.id = e.object_id
		WHERE e.at >= ${since}::timestamptz AND e.object_type = 'deployment' AND e.action IN ('activate', 'reject')
			AND e.status_before = 'requested'
		GROUP BY GROUPING SETS ((deployments.target_org_id), ())`;
}
