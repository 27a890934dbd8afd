import { ACTIVE, type Rules } from "./rules";

/** Agents, what they have loaded, and matches. */
export const MATCH_RULES: Rules = {
	"targets without an agent that have matches, or a use of their key": `
		SELECT t.slug || ': ' || m.what FROM targets t JOIN (
			SELECT target_id, 'counting' AS what FROM match_counting UNION ALL SELECT target_id, 'a run' FROM match_runs
			UNION ALL SELECT x.target_id, 'matches of ' || count(*) || ' days' FROM match_days d JOIN deployments x ON x.id = d.deployment_id GROUP BY 1
			UNION ALL SELECT target_id, 'key used' FROM agent_keys WHERE last_used_at IS NOT NULL) AS m ON m.target_id = t.id
		WHERE NOT EXISTS (SELECT 1 FROM agents a WHERE a.target_id = t.id)`,

	"agents that report before they have a key, or with another one": `
		SELECT t.slug FROM agents a JOIN targets t ON t.id = a.target_id WHERE NOT EXISTS (SELECT 1 FROM agent_keys k JOIN audit_events e ON e.object_id = k.id AND e.action = 'create'
			WHERE k.target_id = t.id AND k.created_at <= a.first_seen_at AND e.at <= a.first_seen_at AND k.last_used_at BETWEEN a.last_seen_at - interval '1 minute' AND a.last_seen_at + interval '1 minute')`,

	"matches outside of the time in which a deployment was active and its agent counted": `
		SELECT d.day || ' of ' || COALESCE(v.about, d.deployment_id::text) FROM match_days d JOIN deployments x ON x.id = d.deployment_id LEFT JOIN ${ACTIVE} v ON v.deployment_id = x.id
			AND d.day >= (v.since AT TIME ZONE 'UTC')::date AND d.last_match_at BETWEEN v.since AND v.until
		LEFT JOIN match_counting c ON c.target_id = x.target_id
		LEFT JOIN (SELECT target_id, min(first_seen_at) AS first, max(last_seen_at) AS last FROM agents GROUP BY target_id) a ON a.target_id = x.target_id
		WHERE v.since IS NULL OR c.since IS NULL OR c.since < a.first OR d.day < (c.since AT TIME ZONE 'UTC')::date OR d.last_match_at NOT BETWEEN c.since AND a.last`,

	"days of matches whose hours do not add up": `
		SELECT deployment_id || ' ' || day FROM match_days d WHERE matches <= 0 OR cardinality(hours) <> 24 OR (last_match_at AT TIME ZONE 'UTC')::date <> day
			OR matches <> (SELECT sum(h) FROM unnest(hours) AS h)
			OR extract(hour FROM last_match_at AT TIME ZONE 'UTC') <> (SELECT max(o) - 1 FROM unnest(hours) WITH ORDINALITY AS h(n, o) WHERE n > 0)`,

	"whole days without a match of a deployment that matches, while it was active and counted": `
		SELECT v.about || ' ' || day::date FROM ${ACTIVE} v JOIN match_counting c ON c.target_id = v.target_id
			CROSS JOIN LATERAL (SELECT max(a.last_seen_at) AS last FROM agents a WHERE a.target_id = v.target_id) a
			CROSS JOIN LATERAL generate_series((greatest(v.since, c.since) AT TIME ZONE 'UTC')::date + 1, (least(v.until, a.last) AT TIME ZONE 'UTC')::date - 1, interval '1 day') AS day
		WHERE EXISTS (SELECT 1 FROM match_days m WHERE m.deployment_id = v.deployment_id)
			AND NOT EXISTS (SELECT 1 FROM match_days m WHERE m.deployment_id = v.deployment_id AND m.day = day::date)`,

	"agents that have loaded other deployments than the activated ones": `
		SELECT COALESCE(s.deployment_id, v.deployment_id)::text FROM agents a
			JOIN (SELECT * FROM ${ACTIVE} v WHERE v.until = 'infinity') v ON v.target_id = a.target_id
			FULL JOIN agent_deployments s ON s.agent_id = a.id AND s.deployment_id = v.deployment_id
		WHERE s.state IS DISTINCT FROM 'loaded' OR v.deployment_id IS NULL OR s.updated_at < v.since`,

	"activations that an agent saw, and of which nobody is told that they went live": `
		SELECT v.about FROM ${ACTIVE} v JOIN agents a ON a.target_id = v.target_id AND v.since BETWEEN a.first_seen_at AND a.last_seen_at
		WHERE NOT EXISTS (SELECT 1 FROM audit_events e WHERE e.object_id = v.deployment_id AND e.action = 'loaded' AND e.at BETWEEN v.since AND v.since + interval '1 minute')`,

	"targets that went offline, and of which nobody is told": `
		SELECT t.slug FROM targets t JOIN agents a ON a.target_id = t.id WHERE a.last_seen_at < now() - interval '2 minutes'
			AND NOT EXISTS (SELECT 1 FROM audit_events e JOIN inbox_items i ON i.event_id = e.id WHERE e.object_id = t.id AND e.action = 'offline' AND e.at > a.last_seen_at)`,
};
