import type { NoticeKind } from "@/lib/contract/events/events";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";

/** Kinds of items that ask their reader to act on a deployment, until somebody has. */
const ASKING: readonly NoticeKind[] = [
	"deployment.requested",
	"deployment.waiting",
	"deployment.needs_approval",
	"deployment.answered",
	"deployment.question",
	"deployment.question_waiting",
];

/** After these events of a deployment nobody needs to act on what was asked before. */
const SETTLES = new Set([
	"activate",
	"reject",
	"cancel",
	"expire",
	"delete",
	"schedule",
	"answer",
	"withdraw_question",
]);

/** How long an unread item takes in further requests for the same target. */
const MORNING = Prisma.sql`interval '12 hours'`;

/** The ids of the deployments of the item `i`. */
const REQUESTS = Prisma.sql`COALESCE(i.facts->'requests', jsonb_build_array(i.deployment_id))`;

/**
 * The deployments of the item `i` that wait for what it asks. They are joined by their ids: compared
 * with a list in the item, all deployments would be read for each item.
 */
const OPEN = Prisma.sql`(SELECT DISTINCT d.id, d.requested_at
	FROM jsonb_array_elements_text(${REQUESTS}) AS r(id) JOIN deployments d ON d.id = r.id::uuid
	WHERE CASE WHEN i.facts->>'action' = 'approve_delete' THEN TRUE
		WHEN d.status <> 'requested' THEN FALSE
		WHEN i.kind IN ('deployment.question', 'deployment.question_waiting') THEN d.open_question_id IS NOT NULL
		ELSE NOT EXISTS (SELECT FROM deployment_schedules s
			WHERE s.deployment_id = d.id AND s.action = 'activate' AND s.ran_at IS NULL) END)`;

/** The deployments that still wait, by items that ask for an act; none where somebody has acted. */
export async function loadOpenRequests(
	db: Transaction,
	items: readonly { readonly id: bigint; readonly kind: string }[],
): Promise<Map<bigint, string[]>> {
	const asking = items.filter(({ kind }) => ASKING.some((one) => one === kind)).map(({ id }) => id);
	const open = new Map<bigint, string[]>(asking.map((id) => [id, []]));
	if (asking.length === 0) return open;
	const rows = await db.$queryRaw<{ id: bigint; requests: string[] }[]>`
		SELECT i.id, array_agg(d.id::text ORDER BY d.requested_at, d.id) AS requests
		FROM inbox_items i CROSS JOIN LATERAL ${OPEN} AS d WHERE i.id = ANY (${asking}::bigint[]) GROUP BY i.id`;
	for (const { id, requests } of rows) open.set(id, requests);
	return open;
}

/** Leaves one unread item of the requests for a target, which names those of the items before it. */
export async function joinRequests(tx: Transaction, eventIds: readonly bigint[]): Promise<void> {
	await tx.$executeRaw`
		WITH newest AS (SELECT DISTINCT ON (user_id, target_id) id, user_id, target_id, at FROM inbox_items
			WHERE event_id = ANY (${[...eventIds]}::bigint[]) AND kind = 'deployment.requested' ORDER BY user_id, target_id, id DESC),
		earlier AS (DELETE FROM inbox_items i USING newest n
			WHERE i.user_id = n.user_id AND i.target_id = n.target_id AND i.kind = 'deployment.requested'
				AND i.read_at IS NULL AND i.id < n.id AND i.at > n.at - ${MORNING}
			RETURNING n.id AS newest_id, ${REQUESTS} AS requests),
		joined AS (SELECT newest_id AS id, jsonb_agg(DISTINCT r.id) AS requests
			FROM earlier CROSS JOIN LATERAL jsonb_array_elements_text(requests) AS r(id) GROUP BY newest_id)
		UPDATE inbox_items i SET facts = i.facts || jsonb_build_object('requests', j.requests || jsonb_build_array(i.deployment_id))
		FROM joined j WHERE i.id = j.id`;
}

/** Whether an event may settle what items ask. */
export const settlesRequests = (event: { readonly object_type: string; readonly action: string }): boolean =>
	event.object_type === "deployment" && SETTLES.has(event.action);

/** Marks the items as read that name a deployment of the events and of which none waits any longer. */
export async function closeSettled(
	tx: Transaction,
	events: readonly { readonly object_id: string; readonly target_id: string | null }[],
	now: Date,
): Promise<void> {
	const deployments = events.map(({ object_id }) => object_id);
	const targets = [...new Set(events.map(({ target_id }) => target_id))].filter((id) => id !== null);
	await tx.$executeRaw`
		UPDATE inbox_items i SET read_at = ${now}::timestamptz
		WHERE i.read_at IS NULL AND i.target_id = ANY (${targets}::uuid[]) AND i.kind = ANY (${[...ASKING]})
			AND ${REQUESTS} ?| ${deployments}::text[] AND NOT EXISTS ${OPEN}`;
}
