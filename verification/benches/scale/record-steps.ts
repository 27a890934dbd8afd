import type { ScaleStep } from "@/lib/tools/testing/scale/scale-world";

/** Tables of {@link RECORD_STEPS}. */
export const RECORD_TABLES = [
	"audit_events",
	"inbox_items",
	"agent_deployments",
	"match_days",
	"target_accepted_organizations",
];

/** Objects of every event: the events of deployments belong to the organization of their target. */
const EVENT = `INSERT INTO audit_events (at, actor_id, actor_label, credential, action, object_type, object_id, organization_id,
	design_id, target_id, status_before, status_after, design_org_id)`;
const DECIDED = "'activated', 'deactivated', 'rejected', 'cancelled'";

/**
 * What is kept beside designs and deployments: the organizations that targets accept, an agent for
 * each target with a report on everything activated there, the audit log, inboxes and the last
 * matches. Without triggers: audit events are not in the chain.
 */
export const RECORD_STEPS: readonly ScaleStep[] = [
	() => "ANALYZE organizations, users, targets, designs, deployments",
	// The large target accepts everybody.
	() => `INSERT INTO target_accepted_organizations (target_id, organization_id)
		SELECT DISTINCT target_id, owner_org_id FROM deployments
		UNION SELECT pg_temp.scale_id('target', 0), id FROM organizations`,
	() => `INSERT INTO agents (id, target_id, instance_id, version, memory_used, last_seen_at, counts_matches)
		SELECT id, id, 'agent', '1.0.0', 500000000, now(), TRUE FROM targets`,
	() => `INSERT INTO agent_deployments (agent_id, deployment_id, state, digest)
		SELECT target_id, id, 'loaded', repeat('0', 64) FROM deployments WHERE status = 'activated'`,
	() => `${EVENT}
		SELECT * FROM (
			SELECT d.created_at AS at, d.owner_id, u.email, 'session', 'create', 'design', d.id, d.owner_org_id, d.id AS design_id, NULL::uuid,
				NULL, 'in_design', d.owner_org_id AS design_org_id
			FROM designs d JOIN users u ON u.id = d.owner_id
			UNION ALL
			SELECT x.requested_at, x.requester_id, u.email, 'session', 'request', 'deployment', x.id, x.target_org_id, x.design_id, x.target_id,
				NULL, 'requested', x.owner_org_id
			FROM deployments x JOIN users u ON u.id = x.requester_id
			UNION ALL
			SELECT COALESCE(x.approved_at, x.updated_at), COALESCE(x.deployer_id, x.requester_id), u.email, 'session',
				CASE x.status WHEN 'rejected' THEN 'reject' WHEN 'cancelled' THEN 'cancel' ELSE 'activate' END, 'deployment', x.id,
				x.target_org_id, x.design_id, x.target_id, 'requested', x.status::text, x.owner_org_id
			FROM deployments x JOIN users u ON u.id = COALESCE(x.deployer_id, x.requester_id)
			WHERE x.status IN (${DECIDED})) AS events
		ORDER BY at`,
	// Of eighty days, so that none is removed meanwhile; the reader has read the older half.
	() => `INSERT INTO inbox_items (event_id, user_id, kind, reader, design_id, deployment_id, target_id, at, read_at, facts)
		SELECT e.id, CASE e.action WHEN 'activate' THEN x.requester_id ELSE a.id END,
			CASE e.action WHEN 'activate' THEN 'deployment.activated' ELSE 'deployment.requested' END,
			CASE e.action WHEN 'activate' THEN 'requester' ELSE 'administrator' END, e.design_id, e.object_id, e.target_id,
			now() - age * interval '1 minute', CASE WHEN age > 57600 THEN now() END,
			jsonb_build_object('design', d.name, 'design_org_id', d.owner_org_id, 'target', t.name, 'target_org_id', t.organization_id,
				'by', e.actor_label, 'action', e.action, 'reason', NULL, 'status', e.status_before)
		FROM (SELECT *, pg_temp.scale_pick(id, 23, 115200) AS age FROM audit_events
				WHERE object_type = 'deployment' AND (action = 'activate' OR (action = 'request' AND id % 4 = 0))) AS e
			JOIN deployments x ON x.id = e.object_id JOIN designs d ON d.id = x.design_id JOIN targets t ON t.id = x.target_id
			JOIN users a ON a.organization_id = t.organization_id AND a.role = 'administrator'
		ORDER BY age DESC`,
	() => `INSERT INTO match_days (deployment_id, day, hours, matches, last_match_at)
		SELECT id, (now() - interval '1 day')::date, array_fill(10::bigint, ARRAY[24]), 240, now() - interval '1 day'
		FROM deployments WHERE status = 'activated'`,
];
