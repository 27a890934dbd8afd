import { WAITS_FOR_DECISION } from "@/lib/domain/deployments/reads/open-questions";
import { Prisma } from "@/lib/generated/prisma/client";
import { isMailOn } from "@/lib/platform/mail/is-mail-on";
import { MOST_TARGETS } from "@/lib/platform/metrics/metrics";
import type { Service } from "@/lib/platform/service";

/** Several collectors, and several scrapes in a row, cost the database one reading. */
const CACHE_MS = 10_000;
const DAY_MS = 86_400_000;

/**
 * Work that waits, by the time it began to wait: ages derived from it stay right while it is
 * cached.
 */
export interface Waiting {
	readonly requests: number;
	/** The targets whose oldest requests have waited longest, longest first. */
	readonly targets: readonly { readonly target: string; readonly requests: number; readonly oldest: Date }[];
	/** Schedules of the last day that were not carried out. */
	readonly schedules: { readonly missed: number; readonly refused: number };
	readonly deliveries: readonly Deliveries[];
}

interface Deliveries {
	readonly kind: "event" | "webhook" | "mail" | "pull";
	/** Nothing but the service holds them up. */
	readonly due: number;
	readonly oldest: Date | null;
	/** Receivers, mails, sources or events whose last attempt failed. */
	readonly failing: number;
}

const readings = new WeakMap<Service, { readonly until: number; readonly waiting: Promise<Waiting> }>();

/** Work that waits in the whole service, read at most once in ten seconds by each process. */
export function readWaiting(service: Service): Promise<Waiting> {
	const now = service.now().getTime();
	const known = readings.get(service);
	if (known !== undefined && now < known.until) return known.waiting;
	const waiting = read(service);
	readings.set(service, { until: now + CACHE_MS, waiting });
	waiting.catch(() => readings.delete(service));
	return waiting;
}

async function read(service: Service): Promise<Waiting> {
	const [requests, schedules, deliveries] = await Promise.all([
		readRequests(service),
		readSchedules(service),
		readDeliveries(service),
	]);
	return { ...requests, schedules, deliveries };
}

/** Requests with a schedule have been decided on; those with a question wait for their requester. */
async function readRequests({ prisma }: Service): Promise<Pick<Waiting, "requests" | "targets">> {
	const rows = await prisma.$queryRaw<{ target: string; requests: number; oldest: Date; total: number }[]>`
		SELECT deployments.target_id::text AS target, count(*)::int AS requests,
			min(COALESCE(deployments.pending_again_at, deployments.requested_at)) AS oldest,
			(sum(count(*)) OVER ())::int AS total
		FROM deployments WHERE ${WAITS_FOR_DECISION} AND NOT EXISTS (SELECT FROM deployment_schedules s
			WHERE s.deployment_id = deployments.id AND s.ran_at IS NULL)
		GROUP BY deployments.target_id ORDER BY oldest, target LIMIT ${MOST_TARGETS}`;
	const targets = rows.map(({ target, requests, oldest }) => ({ target, requests, oldest }));
	return { requests: rows[0]?.total ?? 0, targets };
}

async function readSchedules({ prisma, now }: Service): Promise<Waiting["schedules"]> {
	const since = new Date(now().getTime() - DAY_MS);
	const [row] = await prisma.$queryRaw<Waiting["schedules"][]>`
		SELECT count(*) FILTER (WHERE problem LIKE 'missed:%')::int AS missed,
			count(*) FILTER (WHERE problem NOT LIKE 'missed:%')::int AS refused
		FROM deployment_schedules WHERE problem IS NOT NULL AND ran_at >= ${since}::timestamptz`;
	return row ?? { missed: 0, refused: 0 };
}

/**
 * Messages that wait for a failing receiver are no fault of the service: only those to webhooks
 * whose last attempt succeeded count as due.
 */
function readDeliveries(service: Service): Promise<Deliveries[]> {
	const now = Prisma.sql`${service.now()}::timestamptz`;
	const isOpen = Prisma.sql`w.enabled AND w.paused_at IS NULL`;
	return service.prisma.$queryRaw<Deliveries[]>(Prisma.sql`
		SELECT 'event' AS kind, count(*) FILTER (WHERE not_before IS NULL OR not_before <= ${now})::int AS due,
			(SELECT at FROM audit_events WHERE id = (SELECT min(event_id) FROM outbox WHERE not_before IS NULL OR not_before <= ${now})) AS oldest,
			count(*) FILTER (WHERE attempts > 0)::int AS failing FROM outbox
		UNION ALL SELECT 'webhook', count(*)::int, min(d.not_before),
			(SELECT count(*)::int FROM webhooks w WHERE ${isOpen} AND w.failures > 0)
			FROM webhooks w JOIN webhook_deliveries d ON d.webhook_id = w.id AND d.status = 'pending' AND d.not_before <= ${now}
			WHERE ${isOpen} AND w.failures = 0 AND (w.hold_until IS NULL OR w.hold_until <= ${now})
		UNION ALL SELECT 'mail', count(*) FILTER (WHERE not_before <= ${now})::int, min(not_before) FILTER (WHERE not_before <= ${now}),
			count(*) FILTER (WHERE problem IS NOT NULL)::int FROM mails WHERE state = 'waiting' AND ${isMailOn(service)}::boolean
		UNION ALL SELECT 'pull', count(*) FILTER (WHERE next_at <= ${now} AND (lease_until IS NULL OR lease_until < ${now}))::int,
			min(next_at) FILTER (WHERE next_at <= ${now} AND (lease_until IS NULL OR lease_until < ${now})),
			count(*) FILTER (WHERE failures > 0)::int FROM pulls`);
}
