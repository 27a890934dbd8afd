import type { AgentReport } from "@/lib/contract/agent";
import type { Transaction } from "@/lib/platform/service";

/** A report with the digest of what it says, see `repeatReports`. */
export type WrittenReport = AgentReport & { readonly digest: string | null };

/**
 * Writes what reports say about their agents, of which each has one.
 * @returns ids by instance id
 */
export async function upsertAgents(
	tx: Transaction,
	targetId: string,
	reports: readonly WrittenReport[],
	now: Date,
): Promise<Map<string, string>> {
	const rows = reports.map((report) => ({
		instanceId: report.instance_id,
		version: report.version,
		tags: report.tags,
		memoryUsed: report.memory_used,
		memoryLimit: report.memory_limit,
		countsMatches: report.matches !== undefined,
		knowsOptOuts: report.opt_outs !== undefined,
		optOutsDigest: report.opt_outs?.digest?.slice("sha256:".length) ?? null,
		optOutsError: report.opt_outs?.error ?? null,
		digest: report.digest,
	}));
	const agents = await tx.$queryRaw<{ id: string; instance_id: string }[]>`
		INSERT INTO agents (target_id, instance_id, version, tags, memory_used, memory_limit, first_seen_at, last_seen_at,
			counts_matches, knows_opt_outs, opt_outs_digest, opt_outs_error, report_digest, report_digest_at)
		SELECT ${targetId}::uuid, r."instanceId", r.version, r.tags, r."memoryUsed", r."memoryLimit", ${now}::timestamptz, ${now}::timestamptz,
			r."countsMatches", r."knowsOptOuts", r."optOutsDigest", r."optOutsError", r.digest, ${now}::timestamptz
		FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r("instanceId" text, version text, tags text[], "memoryUsed" bigint,
			"memoryLimit" bigint, "countsMatches" boolean, "knowsOptOuts" boolean, "optOutsDigest" text, "optOutsError" text, digest text)
		ORDER BY r."instanceId"
		ON CONFLICT (target_id, instance_id) DO UPDATE
		SET version = excluded.version, tags = excluded.tags, memory_used = excluded.memory_used, memory_limit = excluded.memory_limit,
			last_seen_at = excluded.last_seen_at, counts_matches = excluded.counts_matches, knows_opt_outs = excluded.knows_opt_outs,
			opt_outs_digest = excluded.opt_outs_digest, opt_outs_error = excluded.opt_outs_error,
			report_digest = excluded.report_digest, report_digest_at = excluded.report_digest_at
		RETURNING id, instance_id`;
	return new Map(agents.map(({ id, instance_id }) => [instance_id, id]));
}
