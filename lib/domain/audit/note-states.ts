import type { Service, Transaction } from "@/lib/platform/service";

/** Whether something is well now. */
export interface StateReport {
	/** Names it for ever, such as `offline <target id>`. */
	readonly subject: string;
	readonly bad: boolean;
}

/** A state that keeps turning bad is notified once within this time. */
export const QUIET_MS = 3_600_000;

/**
 * Notes how things are, and gives the reports by which one turned, the first report of each
 * included: the caller records their audit events in the same transaction. Of several processes
 * that report the same turn, one gets it.
 */
export async function noteStates(
	service: Pick<Service, "now">,
	tx: Transaction,
	reports: readonly StateReport[],
): Promise<StateReport[]> {
	if (reports.length === 0) return [];
	const now = service.now();
	// In one order, so that two transactions that report the same things wait for each other.
	return tx.$queryRaw<StateReport[]>`
		INSERT INTO notice_states AS n (subject, bad, at, bad_at)
		SELECT r.subject, r.bad, ${now}::timestamptz, CASE WHEN r.bad THEN ${now}::timestamptz END
		FROM jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) AS r(subject text, bad boolean) ORDER BY r.subject
		ON CONFLICT (subject) DO UPDATE SET bad = excluded.bad, at = excluded.at, bad_at = COALESCE(excluded.bad_at, n.bad_at)
		WHERE n.bad <> excluded.bad
			AND (NOT excluded.bad OR n.bad_at IS NULL OR n.bad_at < ${new Date(now.getTime() - QUIET_MS)}::timestamptz)
		RETURNING subject, bad`;
}

/**
 * Notes which subjects of a kind are bad now, and that the others are well.
 * @param kind the first word of the subjects, which their ids follow
 * @returns the ids that turned bad
 */
export async function noteBad(
	service: Pick<Service, "now">,
	tx: Transaction,
	kind: string,
	ids: readonly string[],
): Promise<Set<string>> {
	const bad = new Set(ids.map((id) => `${kind} ${id}`));
	const before = await tx.noticeState.findMany({ where: { subject: { startsWith: `${kind} ` }, bad: true } });
	const known = new Set(before.map(({ subject }) => subject));
	const well = before.filter(({ subject }) => !bad.has(subject));
	const turned = await noteStates(service, tx, [
		...well.map(({ subject }) => ({ subject, bad: false })),
		...[...bad].filter((subject) => !known.has(subject)).map((subject) => ({ subject, bad: true })),
	]);
	return new Set(turned.filter((report) => report.bad).map(({ subject }) => subject.slice(kind.length + 1)));
}
