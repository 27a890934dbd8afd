import { ACTIVE, type Rules } from "./rules";

/** Recorded figures of a day, with whose targets they are about. */
const RECORDED = `(SELECT o.*, COALESCE(n.slug, o.scope) || ' ' || o.day AS about, date_trunc('day', o.at AT TIME ZONE 'UTC')::date AS read_on
	FROM overview_days o LEFT JOIN organizations n ON n.id::text = o.scope)`;

/** A figure with what it should be, as a query for the current row of RECORDED. */
const differing = (figure: string, expected: string) => `
	SELECT f.about || ': ' || COALESCE(f.${figure}::text, 'none') || ', and was ' || COALESCE(e.n::text, 'none') FROM ${RECORDED} f
	CROSS JOIN LATERAL (${expected}) AS e(n) WHERE f.${figure} IS DISTINCT FROM e.n`;

const inScope = (organization: string) => `f.scope IN ('service', ${organization}::text)`;
const isOnline = (target: string) =>
	`EXISTS (SELECT 1 FROM agents a WHERE a.target_id = ${target} AND f.at BETWEEN a.first_seen_at AND a.last_seen_at + interval '30 seconds')`;
const activeThen = `SELECT count(*)::int FROM ${ACTIVE} v JOIN targets t ON t.id = v.target_id
	WHERE ${inScope("t.organization_id")} AND v.since <= f.at AND v.until > f.at`;

/** The recorded figures of the overview against the history. */
export const FIGURE_RULES: Rules = {
	"days that are missing, or were not read as they ended": `
		SELECT about || ' at ' || at FROM ${RECORDED} f WHERE read_on <> day OR (day < (SELECT max(day) FROM overview_days) AND at AT TIME ZONE 'UTC' < day + time '23:50')
		UNION ALL SELECT scope || ' has ' || count(*) || ' days until ' || max(day) FROM overview_days GROUP BY scope
			HAVING count(*) <> 14 OR max(day) - min(day) <> 13 OR max(day) <> (SELECT max(day) FROM overview_days)
		UNION ALL SELECT slug FROM organizations o WHERE EXISTS (SELECT 1 FROM targets t WHERE t.organization_id = o.id)
			AND NOT EXISTS (SELECT 1 FROM overview_days d WHERE d.scope = o.id::text)`,

	"activated deployments of a day": differing("activated", activeThen),

	"live deployments of a day": differing("live", `${activeThen} AND ${isOnline("v.target_id")}`),

	"targets of a day": differing(
		"targets",
		`SELECT count(*)::int FROM targets t WHERE ${inScope("t.organization_id")} AND t.created_at <= f.at`,
	),

	"targets online of a day": differing(
		"targets_online",
		`SELECT count(*)::int FROM targets t WHERE ${inScope("t.organization_id")} AND ${isOnline("t.id")}`,
	),

	"pending requests of a day": differing(
		"pending",
		`SELECT count(*)::int FROM deployments x WHERE ${inScope("x.target_org_id")} AND x.requested_at <= f.at
			AND (x.status = 'requested' OR COALESCE(x.approved_at, x.updated_at) > f.at)
			AND NOT EXISTS (SELECT 1 FROM audit_events e WHERE e.object_id = x.id AND e.action IN ('schedule', 'ask') AND e.at <= f.at)`,
	),

	"median seconds to a decision of a day": differing(
		"decision_seconds",
		`SELECT round(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM d.at - x.requested_at)::float8))::int
		FROM deployments x CROSS JOIN LATERAL (SELECT CASE WHEN x.status = 'rejected' THEN x.updated_at ELSE x.approved_at END AS at) d
		WHERE ${inScope("x.target_org_id")} AND d.at BETWEEN f.at - interval '14 days' AND f.at`,
	),
};
