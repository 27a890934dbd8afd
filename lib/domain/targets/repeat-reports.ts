import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { silentBefore } from "./silence";

/** A report without matches that its agent may have sent before. */
export interface RepeatedReport {
	readonly target_id: string;
	readonly instance_id: string;
	/** Digest of the report's contents. */
	readonly digest: string;
}

/**
 * Updates when agents whose reports repeat their last ones were last seen, in one statement, and
 * since when all agents of their targets count matches, see `countMatches`. Skips agents whose rows
 * are locked: one of them would hold up the reports of all targets.
 * @returns whether each was a repetition; any other report is to be written as a whole
 */
export async function repeatReports(
	service: Service,
	reports: readonly RepeatedReport[],
): Promise<(index: number) => boolean> {
	const now = service.now();
	const known = await transact(
		service.prisma,
		(tx) => tx.$queryRaw<{ target_id: string; instance_id: string; report_digest: string }[]>`
		WITH known AS (
			SELECT a.id FROM agents a
			JOIN jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) AS r(target_id uuid, instance_id text, digest text)
				ON a.target_id = r.target_id AND a.instance_id = r.instance_id
			WHERE a.report_digest = r.digest AND a.report_digest_at = a.last_seen_at
			FOR NO KEY UPDATE OF a SKIP LOCKED
		), repeated AS (
			UPDATE agents a SET last_seen_at = ${now}::timestamptz, report_digest_at = ${now}::timestamptz
			FROM known WHERE a.id = known.id
			RETURNING a.target_id, a.instance_id, a.report_digest
		), counting AS (
			INSERT INTO match_counting (target_id, since)
			SELECT t.target_id, ${now}::timestamptz FROM (SELECT DISTINCT target_id FROM repeated) AS t
			WHERE NOT EXISTS (SELECT 1 FROM match_counting m WHERE m.target_id = t.target_id)
				AND NOT EXISTS (
					SELECT 1 FROM agents a WHERE a.target_id = t.target_id AND NOT a.counts_matches
						AND a.last_seen_at >= ${silentBefore(service)}::timestamptz)
			ORDER BY t.target_id
			ON CONFLICT DO NOTHING
		)
		SELECT target_id, instance_id, report_digest FROM repeated`,
	);
	const nameOf = (...parts: readonly string[]) => parts.join(" ");
	const names = new Set(known.map((agent) => nameOf(agent.target_id, agent.instance_id, agent.report_digest)));
	return (index) => {
		const report = reports[index];
		return report !== undefined && names.has(nameOf(report.target_id, report.instance_id, report.digest));
	};
}
