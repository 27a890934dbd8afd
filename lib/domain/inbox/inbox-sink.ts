import { NOTICES, noticeOf } from "@/lib/contract/events/events";
import { ACTIVE_PEOPLE_SQL } from "@/lib/domain/access/access";
import type { Sink } from "@/lib/domain/outbox/hand-over";
import { type AuditEvent, Prisma } from "@/lib/generated/prisma/client";
import { closeSettled, joinRequests, settlesRequests } from "./open-requests";

/**
 * Older events create no inbox items: those of the demo world, and those from before a long
 * standstill.
 */
const NEWS_MS = 7 * 86_400_000;

/**
 * Writes inbox items for the receivers of each event (docs/contract.md, Notices), never for the
 * actor: one statement for all events of a batch. Requests for one target become one item, and what
 * asks for an act is read once somebody has acted.
 */
export const inboxSink: Sink = {
	name: "inbox",
	take: async (service, tx, events) => {
		const since = service.now().getTime() - NEWS_MS;
		const told = events.flatMap((event) => toldOf(event, since));
		if (told.length > 0) {
			await tx.$executeRaw(insertItems(told));
			const requested = told.filter(({ kind }) => kind === "deployment.requested");
			if (requested.length > 0)
				await joinRequests(
					tx,
					requested.map(({ id }) => BigInt(id)),
				);
		}
		const settling = events.filter(settlesRequests);
		if (settling.length > 0) await closeSettled(tx, settling, service.now());
	},
};

interface Told {
	readonly id: string;
	readonly kind: string;
	readonly readers: readonly string[];
}

function toldOf(event: AuditEvent, since: number): Told[] {
	const kind = noticeOf(event);
	if (kind === null || event.at.getTime() < since) return [];
	const bundle = bundleOf(event.detail);
	return [{ id: String(event.id), kind, readers: NOTICES[kind].readers.filter((reader) => bundle[reader] !== 0) }];
}

/** For how many events an item stands, by reader; 0: another event's item stands for this one. */
function bundleOf(detail: AuditEvent["detail"]): Readonly<Record<string, unknown>> {
	const { bundle } = typeof detail === "object" && detail !== null && "bundle" in detail ? detail : {};
	return typeof bundle === "object" && bundle !== null && !Array.isArray(bundle) ? bundle : {};
}

/**
 * Finds the requester of a deleted deployment or build by the audit event of the request. A person
 * that replaces their own deployment is notified of the new one alone.
 */
function insertItems(told: readonly Told[]): Prisma.Sql {
	return Prisma.sql`
		WITH told AS (
			SELECT e.id, e.at, e.actor_id, e.object_type, k.kind, k.readers, e.design_id, e.target_id,
				CASE WHEN e.object_type = 'deployment' THEN e.object_id END AS deployment_id,
				COALESCE(x.build_id, (e.detail->>'build_id')::uuid) AS build_id,
				COALESCE(t.organization_id, e.organization_id) AS organization_id,
				COALESCE(x.requester_id, (e.detail->>'requester_id')::uuid, CASE e.action WHEN 'attach_external_build' THEN d.owner_id ELSE b.requested_by_id END, (
					SELECT q.actor_id FROM audit_events q WHERE q.object_type = e.object_type AND q.object_id = e.object_id
						AND q.action IN ('request', 'request_build') AND q.id < e.id ORDER BY q.id DESC LIMIT 1)) AS requester_id,
				CASE e.object_type WHEN 'webhook' THEN (e.detail->>'owner_id')::uuid WHEN 'design' THEN d.owner_id END AS owner_id,
				(SELECT n.requester_id FROM deployments n WHERE n.id = (e.detail->>'replaced_by')::uuid) AS replacer_id,
				${FACTS} AS facts
			FROM jsonb_to_recordset(${JSON.stringify(told)}::jsonb) AS k(id bigint, kind text, readers text[])
			JOIN audit_events e ON e.id = k.id
			LEFT JOIN deployments x ON e.object_type = 'deployment' AND x.id = e.object_id
			LEFT JOIN builds b ON e.object_type = 'design' AND b.id = (e.detail->>'build_id')::uuid
			LEFT JOIN deployment_comments c ON e.object_type = 'deployment' AND c.id = (e.detail->>'comment_id')::bigint
			LEFT JOIN designs d ON d.id = e.design_id
			LEFT JOIN targets t ON t.id = e.target_id)
		INSERT INTO inbox_items (event_id, user_id, kind, reader, design_id, build_id, deployment_id, target_id, at, facts)
		SELECT DISTINCT ON (o.id, u.id) o.id, u.id, o.kind, r.reader, o.design_id, o.build_id, o.deployment_id, o.target_id, o.at, o.facts
		FROM told o CROSS JOIN LATERAL (${READERS}) AS r JOIN users u ON u.id = r.user_id
		WHERE u.id IS DISTINCT FROM o.actor_id AND ${ACTIVE_PEOPLE_SQL}
		ORDER BY o.id, u.id, r.place
		ON CONFLICT (event_id, user_id) DO NOTHING`;
}

function inIso(column: string): Prisma.Sql {
	return Prisma.sql`to_char(${Prisma.raw(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * As lib/contract/sentences/inbox-item.ts has them, with the organizations that decide later
 * whether they are named.
 */
const FACTS = Prisma.sql`jsonb_build_object(
	'design', d.name, 'design_org_id', d.owner_org_id, 'design_owner_id', d.owner_id, 'target', t.name, 'target_org_id', t.organization_id,
	'subject', e.detail->>'subject', 'by', CASE WHEN e.actor_id IS NOT NULL THEN e.actor_label END,
	'scheduled', e.credential = 'schedule', 'action', e.action, 'external', d.external_build, 'reason', COALESCE(e.reason, c.text),
	'hours', (e.detail->>'hours')::int, 'bundle', e.detail->'bundle', 'status', e.status_before,
	'activate_at', ${inIso("x.proposed_activate_at")}, 'deactivate_at', ${inIso("x.proposed_deactivate_at")})`;

/**
 * The people that an event notifies. Operators stand in for an organization without active
 * administrators.
 */
const READERS = Prisma.sql`
	SELECT o.requester_id AS user_id, 'requester' AS reader, 1 AS place
		WHERE 'requester' = ANY (o.readers) AND o.requester_id IS DISTINCT FROM o.replacer_id
	UNION ALL SELECT a.id, 'administrator', 2 FROM users a
		WHERE 'administrators' = ANY (o.readers) AND a.role <> 'designer' AND (a.organization_id = o.organization_id
			OR (a.role = 'operator' AND NOT EXISTS (SELECT FROM users u WHERE u.organization_id = o.organization_id
				AND u.role <> 'designer' AND ${ACTIVE_PEOPLE_SQL})))
	UNION ALL SELECT a.id, 'operator', 3 FROM users a WHERE 'operators' = ANY (o.readers) AND a.role = 'operator'
	UNION ALL SELECT o.owner_id, 'owner', 4 WHERE 'owner' = ANY (o.readers)`;
