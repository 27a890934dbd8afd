import { join } from "node:path";
import { type DuckDb, parquetRelation } from "@/lib/engine/audience/duckdb";
import type { Service } from "@/lib/platform/service";
import type { PartRecord } from "./load-version";
import { localPaths } from "./open-sources";
import { summarizeVisits, type VisitSummary } from "./summarize-visits";
import { timestampSql, writeVisits } from "./write-visits";

/** A rewritten part without its expired visits. */
export interface RewrittenPart {
	readonly path: string;
	readonly summary: VisitSummary;
}

export interface ExpiredParts {
	/** Parts of which nothing expired. */
	readonly kept: readonly PartRecord[];
	readonly rewritten: readonly RewrittenPart[];
	readonly summary: VisitSummary;
}

/** Rewrites parts with visits before a time, and leaves out parts without later visits. */
export async function expireParts(
	service: Service,
	db: DuckDb,
	parts: readonly PartRecord[],
	{ since, directory }: { readonly since: Date; readonly directory: string },
): Promise<ExpiredParts> {
	const kept: PartRecord[] = [];
	const keptPaths: string[] = [];
	const rewritten: RewrittenPart[] = [];
	for (const part of parts) {
		if (part.last_seen_at !== null && part.last_seen_at < since) continue;
		const paths = await localPaths(service, [part.file_key]);
		if (part.first_seen_at !== null && part.first_seen_at < since) {
			const path = join(directory, `rest-${rewritten.length}.parquet`);
			await writeVisits(db, `SELECT * FROM ${parquetRelation(paths)} WHERE seen_at >= ${timestampSql(since)}`, path);
			const summary = await summarizeVisits(db, [path]);
			if (summary.rows > 0) rewritten.push({ path, summary });
		} else {
			kept.push(part);
			keptPaths.push(...paths);
		}
	}
	return { kept, rewritten, summary: await summarizeVisits(db, [...keptPaths, ...rewritten.map(({ path }) => path)]) };
}
