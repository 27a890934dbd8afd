import type { AgentReport } from "@/lib/contract/agent";
import type { Transaction } from "@/lib/platform/service";

/** A report with the digest of its contents, see `repeatReports`. */
export type WrittenReport = AgentReport & { readonly digest: string | null };

/**
 * Writes the reports' attributes of their agents; each agent has one report.
 * @returns ids by instance id
 */
export async function upsertAgents(
	tx: Transaction,
	targetId: string,
	reports: readonly WrittenReport[],
	now: Date,
): Promise<Map<string, string>> {
	const rows = reports.map((report) => ({
		instance_id: report.instance_id,
		version: report.version,
		tags: report.tags,
		memory_used: report.memory_used,
		memory_limit: report.memory_limit,
		counts_matches: report.matches !== undefined,
		knows_opt_outs: report.opt_outs !== undefined,
		opt_outs_digest: report.opt_outs?.digest?.slice("sha256:".length) ?? null,
		opt_outs_error: report.opt_outs?.error ?? null,
		digest: report.digest,
	}));
	const agents = await tx.$queryRaw<{ id: string; instance_id: string }[]>`
		INSERT INTO agents (target_id, instance_id, version, tags, memory_used, memory_limit, first_seen_at, last_seen_at,
			counts_matches, knows_opt_outs, opt_outs_digest, opt_outs_error, report_digest, report_digest_at)
		SELECT ${targetId}::uuid, r.instance_id, r.version, r.tags, r.memory_used, r.memory_limit, ${now}::timestamptz, ${now}::timestamptz,
			r.counts_matches, r.knows_opt_outs, r.opt_outs_digest, r.opt_outs_error, r.digest, ${now}::timestamptz
		FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(instance_id text, version text, tags text[], memory_used bigint,
			memory_limit bigint, counts_matches boolean, knows_opt_outs boolean, opt_outs_digest text, opt_outs_error text, digest text)
		ORDER BY r.instance_id
		ON CONFLICT (target_id, instance_id) DO UPDATE
		SET version = excluded.version, tags = excluded.tags, memory_used = excluded.memory_used, memory_limit = excluded.memory_limit,
			last_seen_at = excluded.last_seen_at, counts_matches = excluded.counts_matches, knows_opt_outs = excluded.knows_opt_outs,
			opt_outs_digest = excluded.opt_outs_digest, opt_outs_error = excluded.opt_outs_error,
			report_digest = excluded.report_digest, report_digest_at = excluded.report_digest_at
		RETURNING id, instance_id`;
	return new Map(agents.map(({ id, instance_id }) => [instance_id, id]));
}
