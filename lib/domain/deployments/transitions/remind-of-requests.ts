import { noteBad } from "@/lib/domain/audit/note-states";
import { recordDeploymentEvent } from "@/lib/domain/deployments/write-transition";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";

const HOUR_MS = 3_600_000;

interface Waiting {
	readonly id: string;
	readonly target_id: string;
	readonly design_id: string;
	readonly organization_id: string;
	readonly requested_at: Date;
}

/**
 * Records, once for each target, that its oldest request has been pending for longer than
 * `REQUEST_REMINDER_HOURS`; again after none was. Several processes may run it.
 * @returns the number of reminders
 */
export async function remindOfRequests(service: Service): Promise<number> {
	const hours = service.settings.REQUEST_REMINDER_HOURS;
	if (hours === 0) return 0;
	return transact(service.prisma, async (tx) => {
		const now = service.now().getTime();
		const oldest = await readOldest(tx, new Date(now - hours * HOUR_MS));
		const turned = await noteBad(
			service,
			tx,
			"waiting",
			oldest.map(({ target_id }) => target_id),
		);
		for (const request of oldest) {
			if (!turned.has(request.target_id)) continue;
			const { id, design_id, target_id, organization_id, requested_at } = request;
			const target = { organization_id: organization_id };
			const subject = { id, status: "requested", design_id: design_id, target_id: target_id, target } as const;
			await recordDeploymentEvent(service, tx, { system: "request reminders" }, subject, {
				action: "remind",
				detail: { hours: Math.floor((now - requested_at.getTime()) / HOUR_MS) },
			});
		}
		return turned.size;
	});
}

/** Requests with a scheduled activation have been decided on; others wait for their requester. */
const readOldest = (tx: Transaction, before: Date): Promise<Waiting[]> =>
	tx.$queryRaw<Waiting[]>`
		SELECT DISTINCT ON (x.target_id) x.id, x.target_id, x.design_id, t.organization_id, COALESCE(x.pending_again_at, x.requested_at) AS requested_at
		FROM deployments x JOIN targets t ON t.id = x.target_id
		WHERE x.status = 'requested' AND x.open_question_id IS NULL AND COALESCE(x.pending_again_at, x.requested_at) < ${before}::timestamptz
			AND NOT EXISTS (SELECT FROM deployment_schedules s
				WHERE s.deployment_id = x.id AND s.action = 'activate' AND s.ran_at IS NULL)
		ORDER BY x.target_id, COALESCE(x.pending_again_at, x.requested_at), x.id`;
