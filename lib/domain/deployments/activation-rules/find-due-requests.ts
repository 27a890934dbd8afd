import { SETTLING_MS } from "@/lib/domain/deployments/preview/fit-on-target";
import { overlapsState, SENSITIVE_PLACES_STATE } from "@/lib/domain/places/load-build-overlaps";
import { loadOpeningHours } from "@/lib/domain/targets/load-opening-hours";
import { silentBefore } from "@/lib/domain/targets/silence";
import { MEMORY_OF_PROXIMITY } from "@/lib/formats/planned-memory";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Reader } from "@/lib/platform/service";
import type { OpeningHours } from "@/lib/rules/opening-hours";
import { clockOfRule, hoursOfRule, openingOfRule } from "./rule-clock";
import type { RuleRecord } from "./rule-record";
import { storedConditions } from "./stored-conditions";

/** A request that a rule has to look at. */
export interface DueRequest {
	readonly rule_id: string;
	readonly deployment_id: string;
	/** Digest of the rule's inputs before the evaluation. */
	readonly basis: string;
	/** When the rule looked last; null: not yet. Another look since then is as good as this one. */
	readonly lookedAt: Date | null;
}

/** The verdict names the warning that agents are still loading. */
const SAW_LOADING = JSON.stringify([{ code: "warnings", figures: { codes: ["target_not_in_sync"] } }]);

/**
 * Whether an agent online has not loaded a deployment that was activated a while ago. The check
 * reads every deployment on every agent, so only requests waiting for that warning run it.
 */
function isUnsettled(service: Reader, targetId: Prisma.Sql): Prisma.Sql {
	const before = new Date(service.now().getTime() - SETTLING_MS);
	return Prisma.sql`EXISTS (SELECT FROM agents g
		JOIN deployments l ON l.target_id = g.target_id AND l.status = 'activated' AND (g.tags = '{}' OR g.tags && l.tags)
		WHERE g.target_id = ${targetId} AND g.last_seen_at >= ${silentBefore(service)}::timestamptz
			AND l.activated_at <= ${before}::timestamptz
			AND NOT EXISTS (SELECT FROM agent_deployments r
				WHERE r.agent_id = g.id AND r.deployment_id = l.id AND r.state = 'loaded'))`;
}

/**
 * Finds the requests whose inputs to a rule have changed since its last evaluation, by one
 * statement for any number of requests. A dry run skips requests that it would have activated: an
 * active rule would have decided them. Dry runs come first, because an active rule takes the
 * request away from them.
 */
export async function findDueRequests(
	service: Reader,
	rules: readonly RuleRecord[],
	limit: number,
): Promise<DueRequest[]> {
	const now = service.now();
	const targetIds = rules.map(({ target_id: targetId }) => targetId);
	const hours = await loadOpeningHours(service.prisma, targetIds, now);
	const wanted = rules.map((rule) => ({
		id: rule.id,
		target_id: rule.target_id,
		mode: rule.mode,
		revision: rule.revision,
		state: stateOfRule(rule, hours.get(rule.target_id), now),
	}));
	return service.prisma.$queryRaw<DueRequest[]>(Prisma.sql`
		WITH rule AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
			AS r(id uuid, target_id uuid, mode text, revision int, state text)),
		place AS MATERIALIZED (${statesOfTargets(service)}),
		places AS MATERIALIZED (SELECT ${SENSITIVE_PLACES_STATE} AS state),
		pending AS MATERIALIZED (SELECT p.id, p.target_id, p.requested_at, concat_ws(' ', place.state, p.revision, p.rivals,
				p.question, p.later, a.id, a.revision, d.most_recent_build_id,
				place.capacity IS NULL OR place.activated + p.build_size - COALESCE(a.build_size, 0) <= place.capacity,
				${agentsThatMayBeShort(service)},
				(SELECT string_agg(concat_ws(':', s.deployment_id, s.action, s.at), ',' ORDER BY s.id) FROM deployment_schedules s
					WHERE s.deployment_id IN (p.id, a.id) AND s.ran_at IS NULL),
				places.state, CASE WHEN places.state <> '' THEN ${overlapsState(Prisma.sql`p.build_id`)} END) AS state
			FROM (SELECT x.*, x.open_question_id AS question, x.proposed_activate_at > ${now}::timestamptz AS later,
					string_agg(x.id::text, ' ') OVER (PARTITION BY x.target_id, x.design_id) AS rivals
				FROM deployments x WHERE x.status = 'requested' AND x.target_id IN (SELECT target_id FROM rule)) p
			CROSS JOIN places JOIN place ON place.id = p.target_id JOIN designs d ON d.id = p.design_id
			LEFT JOIN deployments a ON a.design_id = p.design_id AND a.target_id = p.target_id AND a.status = 'activated'),
		looked AS MATERIALIZED (SELECT rule.id AS rule_id, rule.mode, p.id AS deployment_id, p.target_id, p.requested_at,
				md5(rule.state || p.state) AS basis, v.basis AS former_basis, v.at AS looked_at,
				v.outcome = 'would_activate' AND v.rule_revision = rule.revision AND rule.mode = 'dry_run' AS decided,
				v.misses @> ${SAW_LOADING}::jsonb AS saw_loading
			FROM rule JOIN pending p ON p.target_id = rule.target_id
			LEFT JOIN rule_verdicts v ON v.deployment_id = p.id AND v.rule_id = rule.id),
		settled AS MATERIALIZED (SELECT t.id FROM targets t
			WHERE t.id IN (SELECT target_id FROM looked WHERE saw_loading) AND NOT ${isUnsettled(service, Prisma.sql`t.id`)})
		SELECT rule_id, deployment_id, basis, looked_at AS "lookedAt" FROM looked
		WHERE decided IS NOT TRUE
			AND (basis IS DISTINCT FROM former_basis OR (saw_loading AND target_id IN (SELECT id FROM settled)))
		ORDER BY mode = 'active', requested_at, deployment_id, rule_id LIMIT ${limit}`);
}

/** The rule's own inputs: its revision, its author, and the time. */
function stateOfRule(rule: RuleRecord, target: OpeningHours | undefined, now: Date): string {
	const { author, revision } = rule;
	const conditions = storedConditions(rule);
	const hours = hoursOfRule(conditions, target);
	const { open, day } = clockOfRule(hours, now);
	const opensAt = open ? null : openingOfRule(hours, now);
	const limited = conditions.daily_limit === null ? "" : day;
	const state = [
		revision,
		author.role,
		author.organization_id,
		author.disabled_at !== null,
		opensAt?.getTime(),
		open,
		limited,
	];
	return state.join(" ");
}

/** The inputs of each target: settings, free memory, and agents. */
function statesOfTargets(service: Reader): Prisma.Sql {
	return Prisma.sql`SELECT t.id, t.memory_capacity AS capacity,
			(SELECT COALESCE(sum(o.build_size), 0) FROM deployments o WHERE o.target_id = t.id AND o.status = 'activated') AS activated,
			concat_ws(' ', t.revision, (SELECT string_agg(
				concat_ws(' ', g.instance_id, g.last_seen_at >= ${silentBefore(service)}::timestamptz, g.tags, g.memory_limit), ' ' ORDER BY g.id)
				FROM agents g WHERE g.target_id = t.id)) AS state
		FROM targets t WHERE t.id IN (SELECT target_id FROM rule)`;
}

/**
 * Agents for which the file may be too large, with the memory they use and the memory it would
 * free.
 */
function agentsThatMayBeShort(service: Reader): Prisma.Sql {
	return Prisma.sql`(SELECT string_agg(concat_ws(' ', g.id, g.memory_used, (SELECT r.state FROM agent_deployments r
			WHERE r.agent_id = g.id AND r.deployment_id = a.id)), ' ' ORDER BY g.id) FROM agents g
		WHERE g.target_id = p.target_id AND g.last_seen_at >= ${silentBefore(service)}::timestamptz
			AND g.memory_used + p.build_size * ${MEMORY_OF_PROXIMITY}::float8 > g.memory_limit)`;
}
