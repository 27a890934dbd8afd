import { Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { writeTransition } from "./write-transition";

/** Requests that one transaction cancels. */
const BATCH = 50;

/** The status reason of an expired request (docs/contract.md, Schedules and expiry). */
export const EXPIRED = "expired";

/** Whether {@link expireRequests} may have something to do. */
export const mayRequestsExpire = () => Prisma.sql`EXISTS (SELECT FROM deployments WHERE status = 'requested')`;

/**
 * Cancels requests that have waited for their target's `request_ttl_seconds`, unless their
 * activation is scheduled. Several processes may run it at once: each skips the rows that another
 * has locked.
 * @returns how many were cancelled
 */
export async function expireRequests(service: Service): Promise<number> {
	for (let total = 0; ; ) {
		const expired = await expireSome(service);
		total += expired;
		if (expired < BATCH) return total;
	}
}

function expireSome(service: Service): Promise<number> {
	return transact(service.prisma, async (tx) => {
		const now = service.now();
		// Skips locked requests, which a person is deciding on; the next run checks them again.
		const found = await tx.$queryRaw<{ id: string }[]>`
			SELECT x.id FROM deployments x JOIN targets t ON t.id = x.target_id
			WHERE x.status = 'requested' AND t.request_ttl_seconds IS NOT NULL
				AND x.requested_at <= ${now}::timestamptz - make_interval(secs => t.request_ttl_seconds)
				AND (x.pending_again_at IS NULL OR x.pending_again_at <= ${now}::timestamptz - make_interval(secs => t.request_ttl_seconds))
				AND NOT EXISTS (SELECT 1 FROM deployment_schedules s
					WHERE s.deployment_id = x.id AND s.action = 'activate' AND s.ran_at IS NULL)
			ORDER BY x.requested_at, x.id LIMIT ${BATCH} FOR NO KEY UPDATE OF x SKIP LOCKED`;
		const requests = await tx.deployment.findMany({
			where: { id: { in: found.map(({ id }) => id) }, status: "requested" },
			select: {
				id: true,
				status: true,
				revision: true,
				design_id: true,
				target_id: true,
				target: { select: { organization_id: true } },
			},
			orderBy: { id: "asc" },
		});
		const actor = { system: "expiry of requests" };
		const change = { status_reason: EXPIRED, at: now };
		const entry = { reason: EXPIRED };
		for (const subject of requests)
			await writeTransition(service, tx, actor, { subject, step: "expire", change, entry });
		return requests.length;
	});
}
