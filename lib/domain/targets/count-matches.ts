import type { MatchBatch } from "@/lib/contract/agent";
import type { Service, Transaction } from "@/lib/platform/service";
import { silentBefore } from "./silence";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Adds batches of matches to the sums of the current hour. The number of a batch and the sums are
 * one: a repeated or late batch changes neither. Also notes since when all agents of the target
 * count. The caller has locked the deployments.
 * @param batches undefined: its agent does not count matches
 */
export async function countMatches(
	service: Pick<Service, "now">,
	tx: Transaction,
	targetId: string,
	batches: readonly (MatchBatch | undefined)[],
): Promise<void> {
	const counting = batches.filter((batch) => batch !== undefined);
	const rounds = counting.length === 0 ? [] : roundsOf(counting.filter(({ counts }) => counts.length > 0));
	for (const round of rounds) await addBatches(service, tx, targetId, round);
	if (counting.length < batches.length) {
		await tx.$executeRaw`DELETE FROM match_counting WHERE target_id = ${targetId}::uuid`;
	}
}

/**
 * One batch of each run in a round. There is nearly always one round: an agent repeats a batch until
 * it is answered, and then sends the next.
 */
function roundsOf(batches: readonly MatchBatch[]): MatchBatch[][] {
	const rounds = [new Map<string, MatchBatch>()];
	for (const batch of batches) {
		const run = batch.run_id.toLowerCase();
		const free = rounds.find((round) => !round.has(run));
		if (free === undefined) rounds.push(new Map([[run, batch]]));
		else free.set(run, batch);
	}
	return rounds.map((round) => [...round.values()]);
}

/**
 * Adds a batch of each run, in one statement: it locks runs and then sums in the order of their ids,
 * as all transactions do.
 */
async function addBatches(
	service: Pick<Service, "now">,
	tx: Transaction,
	targetId: string,
	batches: readonly MatchBatch[],
): Promise<void> {
	const now = service.now();
	const hour = Math.floor((now.getTime() % DAY_MS) / HOUR_MS);
	await tx.$executeRaw`
		WITH counting AS (
			INSERT INTO match_counting (target_id, since)
			SELECT ${targetId}::uuid, ${now}::timestamptz WHERE NOT EXISTS (
				SELECT 1 FROM agents a WHERE a.target_id = ${targetId}::uuid AND NOT a.counts_matches
					AND a.last_seen_at >= ${silentBefore(service)}::timestamptz)
			ON CONFLICT DO NOTHING
		), batches AS MATERIALIZED (
			SELECT * FROM jsonb_to_recordset(${JSON.stringify(batches)}::jsonb) AS b(run_id uuid, number bigint, counts jsonb)
		), fresh AS (
			INSERT INTO match_runs AS r (target_id, run_id, batch, counted_at)
			SELECT ${targetId}::uuid, b.run_id, b.number, ${now}::timestamptz FROM batches b ORDER BY b.run_id
			ON CONFLICT (target_id, run_id) DO UPDATE SET batch = excluded.batch, counted_at = excluded.counted_at
			WHERE r.batch < excluded.batch
			RETURNING run_id
		)
		INSERT INTO match_days AS d (deployment_id, day, hours, matches, last_match_at)
		SELECT c.deployment_id, (${now}::timestamptz AT TIME ZONE 'UTC')::date,
			array_fill(0::bigint, ARRAY[${hour}::int]) || sum(c.matches)::bigint || array_fill(0::bigint, ARRAY[23 - ${hour}::int]),
			sum(c.matches)::bigint, ${now}::timestamptz
		FROM fresh JOIN batches b ON b.run_id = fresh.run_id
			CROSS JOIN LATERAL jsonb_to_recordset(b.counts) AS c(deployment_id uuid, matches bigint)
		GROUP BY c.deployment_id ORDER BY c.deployment_id
		ON CONFLICT (deployment_id, day) DO UPDATE
		SET hours[${hour}::int + 1] = d.hours[${hour}::int + 1] + excluded.hours[${hour}::int + 1],
			matches = d.matches + excluded.matches,
			last_match_at = GREATEST(d.last_match_at, excluded.last_match_at)`;
}
