import type { MatchBatch } from "@/lib/contract/agent";
import type { Service, Transaction } from "@/lib/platform/service";
import { silentBefore } from "./silence";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Adds a batch of matches to the sums of the current hour, in one statement. The number of the
 * batch and the sums are one: a repeated or late batch changes neither. Also notes since when all
 * agents of the target count. The caller has locked the deployments.
 * @param batch undefined: the agent does not count matches
 */
export async function countMatches(
	service: Pick<Service, "now">,
	tx: Transaction,
	targetId: string,
	batch: MatchBatch | undefined,
): Promise<void> {
	if (batch === undefined) {
		await tx.$executeRaw`DELETE FROM match_counting WHERE target_id = ${targetId}::uuid`;
		return;
	}
	const now = service.now();
	const hour = Math.floor((now.getTime() % DAY_MS) / HOUR_MS);
	await tx.$executeRaw`
		WITH counting AS (
			INSERT INTO match_counting (target_id, since)
			SELECT ${targetId}::uuid, ${now}::timestamptz WHERE NOT EXISTS (
				SELECT 1 FROM agents a WHERE a.target_id = ${targetId}::uuid AND NOT a.counts_matches
					AND a.last_seen_at >= ${silentBefore(service)}::timestamptz)
			ON CONFLICT DO NOTHING
		), batch AS (
			INSERT INTO match_runs AS r (target_id, run_id, batch, counted_at)
			SELECT ${targetId}::uuid, ${batch.run_id}::uuid, ${batch.number}::bigint, ${now}::timestamptz
			WHERE ${batch.counts.length > 0}::boolean
			ON CONFLICT (target_id, run_id) DO UPDATE SET batch = excluded.batch, counted_at = excluded.counted_at
			WHERE r.batch < excluded.batch
			RETURNING 1
		)
		INSERT INTO match_days AS d (deployment_id, day, hours, matches, last_match_at)
		SELECT c.deployment_id, (${now}::timestamptz AT TIME ZONE 'UTC')::date,
			array_fill(0::bigint, ARRAY[${hour}::int]) || sum(c.matches)::bigint || array_fill(0::bigint, ARRAY[23 - ${hour}::int]),
			sum(c.matches)::bigint, ${now}::timestamptz
		FROM jsonb_to_recordset(${JSON.stringify(batch.counts)}::jsonb) AS c(deployment_id uuid, matches bigint)
		WHERE EXISTS (SELECT 1 FROM batch)
		GROUP BY c.deployment_id ORDER BY c.deployment_id
		ON CONFLICT (deployment_id, day) DO UPDATE
		SET hours[${hour}::int + 1] = d.hours[${hour}::int + 1] + excluded.hours[${hour}::int + 1],
			matches = d.matches + excluded.matches,
			last_match_at = GREATEST(d.last_match_at, excluded.last_match_at)`;
}
