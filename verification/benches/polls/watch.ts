import type pg from "pg";
import type { Api } from "@/verification/benches/api";
import { beside, longest, megabytes, milliseconds } from "@/verification/benches/figures";
import { usedBy } from "@/verification/benches/processes";
import type { Fleet } from "./agent-process";

const ASK_EVERY_MS = 50;

/**
 * Measures what service and database do while something runs.
 * @returns the figures of the table by name, what `work` gives, and the peak of the service's memory
 */
export async function watch<Result>(
	{ url, pid }: Api,
	database: pg.Client,
	fleet: Fleet,
	work: () => Promise<Result>,
): Promise<{ figures: Record<string, string>; result: Result; peak: string }> {
	const look = async () => {
		const { rows } = await database.query<{ transactions: string; rows: string }>(
			`SELECT (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()) AS transactions,
				(SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables WHERE relname LIKE 'agent%') AS rows`,
		);
		return { ...(await fleet.look()), ...(await usedBy(pid)), ...rows[0] };
	};
	const before = await look();
	// The event loop is as late as the answer to a request that does nothing.
	const askForHealth = async () => (await fetch(`${url}/api/health`)).text();
	const { took, result, times } = await beside(askForHealth, ASK_EVERY_MS, work);
	const after = await look();
	const since = (of: (looked: typeof before) => unknown) => Number(of(after)) - Number(of(before));
	const perSecond = (of: (looked: typeof before) => unknown) => ((since(of) * 1_000) / took).toFixed(0);
	const figures = {
		"of a core, the service": `${perSecond(({ cpuSeconds }) => cpuSeconds * 100)}%`,
		"its memory": megabytes(after.megabytes),
		"its longest answer to GET /api/health": milliseconds(longest(times)),
		"reports in a second": perSecond(({ reports }) => reports),
		"transactions of the database in a second": perSecond(({ transactions }) => transactions),
		"rows of agents written in a second": perSecond(({ rows }) => rows),
		"refused or cut off": String(since(({ refused }) => refused)),
	};
	return { figures, result, peak: megabytes(after.peakMegabytes) };
}
