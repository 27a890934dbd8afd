import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { peakMegabytes } from "@/verification/benches/peak-memory";
import type { Fleet } from "./agent-process";

interface Watched {
	readonly url: string;
	readonly pid: number | undefined;
	readonly database: pg.Client;
	readonly fleet: Fleet;
}

/** Measures what service and database do while something runs. */
export class Watch {
	readonly #watched: Watched;

	constructor(watched: Watched) {
		this.#watched = watched;
	}

	/** @returns the figures for the table, and what `work` gives */
	async during<Result>(work: () => Promise<Result>) {
		const longest = this.#askForHealth();
		const before = await this.#count();
		const result = await work();
		const after = await this.#count();
		const seconds = (after.at - before.at) / 1_000;
		const perSecond = (of: (counted: typeof before) => number) => ((of(after) - of(before)) / seconds).toFixed(0);
		return {
			result,
			core: `${(((after.cpuSeconds - before.cpuSeconds) / seconds) * 100).toFixed(0)} %`,
			memory: `${after.megabytes} MB`,
			longest: `${(await longest()).toFixed(0)} ms`,
			reports: perSecond(({ reports }) => reports),
			transactions: perSecond(({ transactions }) => transactions),
			rows: perSecond(({ rows }) => rows),
			refused: String(after.refused - before.refused),
		};
	}

	async #count() {
		const { database, fleet, pid } = this.#watched;
		const { reports, refused } = await fleet.look();
		const { rows: found } = await database.query<{ transactions: string; rows: string }>(
			`SELECT (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()) AS transactions,
				(SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables WHERE relname LIKE 'agent%') AS rows`,
		);
		const { transactions = "0", rows = "0" } = found[0] ?? {};
		const used = await usedBy(pid);
		return { at: performance.now(), reports, refused, ...used, transactions: Number(transactions), rows: Number(rows) };
	}

	/** The event loop is as late as the answer to a request that does nothing. */
	#askForHealth(): () => Promise<number> {
		let isOver = false;
		let longest = 0;
		const asking = (async () => {
			while (!isOver) {
				const began = performance.now();
				await (await fetch(`${this.#watched.url}/api/health`)).text();
				longest = Math.max(longest, performance.now() - began);
				await wait(50);
			}
		})();
		return async () => {
			isOver = true;
			await asking;
			return longest;
		};
	}
}

/** User and system time and memory of a process so far, on Linux. */
export async function usedBy(pid: number | undefined) {
	const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
	const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(")")).split(" ").slice(12, 14).map(Number);
	const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
	const [, kilobytes = "0"] = /^VmRSS:\s*(\d+) kB$/m.exec(status) ?? [];
	return {
		cpuSeconds: (user + system) / 100,
		megabytes: Math.round(Number(kilobytes) / 1024),
		peakMegabytes: await peakMegabytes(pid),
	};
}
