/** What a demo world never holds: a query for each of it, with a line of text for each case. */
export type Rules = Readonly<Record<string, string>>;

/** An audit event with the people and things that it is about. */
export const EVENTS = `(SELECT e.*, COALESCE(d.name, '') || COALESCE(' on ' || t.slug, '') AS about,
	lag(e.at) OVER (ORDER BY e.id) AS at_before,
	lag(e.status_after) OVER (PARTITION BY e.object_type, e.object_id ORDER BY e.id) AS status_then,
	row_number() OVER (PARTITION BY e.object_type, e.object_id ORDER BY e.id DESC) = 1 AS is_last
	FROM audit_events e LEFT JOIN designs d ON d.id = e.design_id LEFT JOIN targets t ON t.id = e.target_id)`;

/** A deployment with the words for it. */
export const DEPLOYMENTS = `(SELECT x.*, d.name || ' on ' || t.slug AS about, d.created_at AS designed_at, t.request_ttl_seconds
	FROM deployments x JOIN designs d ON d.id = x.design_id JOIN targets t ON t.id = x.target_id)`;

/** When deployments were active, by the audit log: to infinity where they still are. */
export const ACTIVE = `(SELECT e.object_id AS deployment_id, e.target_id, e.at AS since, e.about,
	COALESCE((SELECT min(n.at) FROM audit_events n WHERE n.object_type = 'deployment' AND n.object_id = e.object_id
		AND n.status_before = 'activated' AND n.status_after <> 'activated' AND n.id > e.id), 'infinity') AS until
	FROM ${EVENTS} e WHERE e.object_type = 'deployment' AND e.status_after = 'activated' AND e.status_before <> 'activated')`;
