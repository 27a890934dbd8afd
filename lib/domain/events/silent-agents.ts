import { AGENT_SILENT_AFTER_MS } from "@/lib/domain/targets/silence";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Query } from "./read-changes";

export interface Silences {
	/** Targets with an agent that became silent in the interval. */
	readonly targets: readonly string[];
	/** Whether any agent is online and may become silent. */
	readonly living: boolean;
}

/** Finds agents that became silent between two moments, which no row records. */
export async function findSilences(query: Query, from: Date, to: Date): Promise<Silences> {
	const before = (time: Date) => new Date(time.getTime() - AGENT_SILENT_AFTER_MS);
	const [found] = await query<{ targets: string[]; living: boolean }>(Prisma.sql`
		SELECT ARRAY(SELECT DISTINCT target_id::text FROM agents
				WHERE last_seen_at >= ${before(from)} AND last_seen_at < ${before(to)}) AS targets,
			EXISTS (SELECT 1 FROM agents WHERE last_seen_at >= ${before(to)}) AS living`);
	return found ?? { targets: [], living: false };
}
