import { DEPLOYMENTS, EVENTS, type Rules } from "./rules";

/** The audit log against people, statuses and times. */
export const HISTORY_RULES: Rules = {
	"events that are told in another order than they happened": `
		SELECT action || ' ' || about || ' at ' || at FROM ${EVENTS} e WHERE at < at_before`,

	"times that lie ahead": `
		SELECT what || ' at ' || at FROM (
			SELECT 'event ' || action AS what, at FROM audit_events UNION ALL SELECT 'design ' || name, updated_at FROM designs
			UNION ALL SELECT 'build ' || name, greatest(requested_at, started_at, completed_at) FROM builds
			UNION ALL SELECT 'deployment of ' || about, greatest(requested_at, approved_at, activated_at, deactivated_at, updated_at) FROM ${DEPLOYMENTS} x
			UNION ALL SELECT 'import', greatest(processed_at, newest_seen_at) FROM inventory_imports
			UNION ALL SELECT 'comment', at FROM deployment_comments UNION ALL SELECT 'view ' || name, updated_at FROM saved_views
			UNION ALL SELECT 'matches', last_match_at FROM match_days UNION ALL SELECT 'agent', last_seen_at FROM agents
			UNION ALL SELECT 'figures', at FROM overview_days UNION ALL SELECT 'sign-in of ' || email, last_sign_in_at FROM users) AS t
		WHERE at > now()`,

	"people and things of which something is told from before they were there": `
		SELECT u.email || ' acts: ' || e.action || ' ' || e.about FROM ${EVENTS} e JOIN users u ON u.id = e.actor_id WHERE e.at < u.created_at
		UNION ALL SELECT t.slug || ': ' || e.action FROM audit_events e JOIN targets t ON t.id = e.target_id WHERE e.at < t.created_at
		UNION ALL SELECT d.name || ': ' || e.action FROM audit_events e JOIN designs d ON d.id = e.design_id WHERE e.at < d.created_at
		UNION ALL SELECT u.email FROM users u JOIN organizations o ON o.id = u.organization_id WHERE u.created_at < o.created_at
		UNION ALL SELECT 'view ' || v.name FROM saved_views v JOIN users u ON u.id = v.owner_id WHERE v.created_at < u.created_at
		UNION ALL SELECT i.kind FROM inbox_items i JOIN users u ON u.id = i.user_id WHERE i.at < u.created_at`,

	"acts in a session of people who are said not to have signed in before": `
		SELECT u.email || ': ' || e.action || ' at ' || e.at || ', last sign-in ' || COALESCE(u.last_sign_in_at::text, 'never')
		FROM audit_events e JOIN users u ON u.id = e.actor_id
		WHERE e.credential = 'session' AND NOT EXISTS (SELECT 1 FROM audit_events s
			WHERE s.actor_id = u.id AND s.action = 'sign_in' AND s.id <= e.id AND s.at <= u.last_sign_in_at)`,

	"rows that nobody has changed, and that are said to be": `
		SELECT slug FROM organizations WHERE revision = 1 AND updated_at > created_at + interval '1 minute'
		UNION ALL SELECT email FROM users WHERE revision = 1 AND password_hash IS NULL AND updated_at > created_at + interval '1 minute'`,

	"statuses that do not follow from the one before, or lead to the current one": `
		SELECT e.action || ' ' || e.about || ': ' || COALESCE(e.status_then, 'none') || ', then ' || COALESCE(e.status_before, 'none')
		FROM (SELECT *, lag(status_after) OVER (PARTITION BY object_id ORDER BY id) AS then FROM ${EVENTS} s WHERE status_after IS NOT NULL) e
		WHERE e.status_before IS DISTINCT FROM COALESCE(e.then, CASE WHEN e.action = 'request' THEN 'requested' END)
		UNION ALL SELECT s.name || ' is ' || s.status || ', and ended as ' || e.status_after FROM (
				SELECT id, name, status::text FROM designs UNION ALL SELECT id, about, status::text FROM ${DEPLOYMENTS} x) AS s
			JOIN LATERAL (SELECT status_after FROM audit_events WHERE object_id = s.id AND status_after IS NOT NULL ORDER BY id DESC LIMIT 1) e ON TRUE
			WHERE e.status_after <> s.status`,

	"times of deployments without the event": `
		SELECT about || ' ' || v.action || ' at ' || v.at FROM ${DEPLOYMENTS} x CROSS JOIN LATERAL (VALUES
			('activate', x.activated_at), ('activate', x.approved_at), ('deactivate', x.deactivated_at),
			(CASE WHEN x.status_reason = 'expired' THEN 'expire' WHEN x.status = 'cancelled' THEN 'cancel' ELSE 'reject' END,
				CASE WHEN x.status IN ('cancelled', 'rejected') THEN x.updated_at END)) AS v(action, at)
		WHERE v.at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM audit_events e WHERE e.object_id = x.id AND e.action = v.action AND e.at = v.at)
		UNION ALL SELECT about || ' requested' FROM ${DEPLOYMENTS} x WHERE NOT EXISTS (SELECT 1 FROM audit_events e
			WHERE e.object_id = x.id AND e.action = 'request' AND e.actor_id = x.requester_id AND e.at >= x.requested_at
				AND NOT EXISTS (SELECT 1 FROM audit_events o WHERE o.object_id = x.id AND o.id < e.id))
		UNION ALL SELECT about || ' last changed' FROM ${DEPLOYMENTS} x
			WHERE x.updated_at > (SELECT max(e.at) FROM audit_events e WHERE e.object_id = x.id)`,

	"decisions by others than the target's administrators, or by who asked": `
		SELECT e.actor_label || ': ' || e.action || ' ' || e.about FROM ${EVENTS} e JOIN deployments x ON x.id = e.object_id
			JOIN users u ON u.id = e.actor_id
		WHERE e.action IN ('activate', 'deactivate', 'reject', 'schedule', 'tag', 'ask')
			AND (u.role <> 'administrator' OR u.organization_id <> x.target_org_id OR u.id = x.requester_id)
		UNION ALL SELECT about || ' has another deployer' FROM ${DEPLOYMENTS} x WHERE x.deployer_id IS DISTINCT FROM (SELECT e.actor_id
			FROM audit_events e WHERE e.object_id = x.id AND e.action = 'activate' ORDER BY e.id DESC LIMIT 1)`,

	"requests that outlive the time that their target gives them": `
		SELECT about || ' ended ' || COALESCE(updated_at - due, now() - due) || ' too late' FROM (
			SELECT *, requested_at + make_interval(secs => request_ttl_seconds) AS due FROM ${DEPLOYMENTS} y) x
		WHERE CASE status_reason WHEN 'expired' THEN updated_at < due OR updated_at > due + interval '1 minute' ELSE status = 'requested' AND due < now() END`,

	"replaced deployments without the one that replaced them": `
		SELECT x.about FROM ${DEPLOYMENTS} x LEFT JOIN deployments n ON n.id = x.replaced_by_id WHERE x.replaced_by_id IS NOT NULL
			AND (n.activated_at, n.design_id, n.target_id) IS DISTINCT FROM (x.deactivated_at, x.design_id, x.target_id)`,

	"tags, schedules, questions and shares without the event": `
		SELECT about || ' tags' FROM ${DEPLOYMENTS} x WHERE to_jsonb(x.tags) IS DISTINCT FROM COALESCE((SELECT e.detail->'after' FROM audit_events e
			WHERE e.object_id = x.id AND e.action = 'tag' ORDER BY e.id DESC LIMIT 1), '[]')
		UNION ALL SELECT x.about || ' ' || s.action FROM deployment_schedules s JOIN ${DEPLOYMENTS} x ON x.id = s.deployment_id
			WHERE s.at <= s.created_at OR x.status NOT IN ('requested', 'activated') OR (s.action = 'activate' AND x.status <> 'requested')
				OR NOT EXISTS (SELECT 1 FROM audit_events e WHERE e.object_id = x.id AND e.action = 'schedule' AND e.actor_id = s.scheduled_by_id
					AND (e.detail->>(s.action || '_at'))::timestamptz = s.at)
		UNION ALL SELECT x.about || ' ' || c.kind FROM deployment_comments c JOIN ${DEPLOYMENTS} x ON x.id = c.deployment_id
			WHERE c.at < x.requested_at OR (c.kind = 'question' AND x.open_question_id IS DISTINCT FROM c.id)
				OR NOT EXISTS (SELECT 1 FROM audit_events e WHERE e.object_id = x.id AND e.detail->>'comment_id' = c.id::text AND e.actor_id = c.author_id)
		UNION ALL SELECT d.name || ' shared' FROM design_collaborators c JOIN designs d ON d.id = c.design_id
			WHERE NOT EXISTS (SELECT 1 FROM audit_events e WHERE e.design_id = d.id AND e.action = 'share'
				AND e.detail @> jsonb_build_object('added', jsonb_build_array(jsonb_build_object('id', COALESCE(c.organization_id, c.user_id)))))`,

	"inbox items of what did not happen, or happened to others": `
		SELECT i.kind || ' to ' || u.email FROM inbox_items i JOIN users u ON u.id = i.user_id LEFT JOIN audit_events e ON e.id = i.event_id
			LEFT JOIN deployments x ON x.id = i.deployment_id LEFT JOIN targets t ON t.id = i.target_id
		WHERE e.id IS NULL OR e.at <> i.at OR e.actor_id = u.id OR i.read_at < i.at OR i.deployment_id IS DISTINCT FROM CASE e.object_type WHEN 'deployment' THEN e.object_id END
			OR (i.reader = 'requester' AND x.requester_id <> u.id) OR (i.reader = 'administrator' AND t.organization_id <> u.organization_id)
		UNION ALL SELECT 'nobody is told: ' || x.about FROM ${DEPLOYMENTS} x WHERE x.status = 'requested' AND x.requested_at > now() - interval '6 days'
			AND NOT EXISTS (SELECT 1 FROM inbox_items i WHERE i.deployment_id = x.id AND i.kind = 'deployment.requested')`,
};
