import { noteBad } from "@/lib/domain/audit/note-states";
import { recordDeploymentEvent } from "@/lib/domain/deployments/write-transition";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";

const HOUR_MS = 3_600_000;

interface Unanswered {
	readonly question_id: string;
	readonly asked_at: Date;
	readonly id: string;
	readonly design_id: string;
	readonly target_id: string;
	readonly organization_id: string;
}

/**
 * Records, once for each question, that it has been open for longer than `REQUEST_REMINDER_HOURS`:
 * the requester is reminded, as the time of the request runs on. Several processes may run it.
 * @returns the number of reminders
 */
export async function remindOfQuestions(service: Service): Promise<number> {
	const hours = service.settings.REQUEST_REMINDER_HOURS;
	if (hours === 0) return 0;
	return transact(service.prisma, async (tx) => {
		const now = service.now().getTime();
		const unanswered = await readUnanswered(tx, new Date(now - hours * HOUR_MS));
		const ids = unanswered.map(({ question_id }) => question_id);
		const turned = await noteBad(service, tx, "unanswered", ids);
		for (const { question_id, asked_at, id, design_id, target_id, organization_id } of unanswered) {
			if (!turned.has(question_id)) continue;
			const target = { organization_id: organization_id };
			const subject = { id, status: "requested", design_id: design_id, target_id: target_id, target } as const;
			await recordDeploymentEvent(service, tx, { system: "question reminders" }, subject, {
				action: "remind_requester",
				status_after: "requested",
				detail: { comment_id: question_id, hours: Math.floor((now - asked_at.getTime()) / HOUR_MS) },
			});
		}
		return turned.size;
	});
}

/** Requests with a scheduled activation have been decided on. */
const readUnanswered = (tx: Transaction, before: Date): Promise<Unanswered[]> =>
	tx.$queryRaw<Unanswered[]>`
		SELECT q.id::text AS question_id, q.at AS asked_at, x.id, x.design_id, x.target_id, x.target_org_id AS organization_id
		FROM deployments x JOIN deployment_comments q ON q.id = x.open_question_id
		WHERE x.open_question_id IS NOT NULL AND x.status = 'requested' AND q.at < ${before}::timestamptz
			AND NOT EXISTS (SELECT FROM deployment_schedules s
				WHERE s.deployment_id = x.id AND s.action = 'activate' AND s.ran_at IS NULL)
		ORDER BY q.id`;
