import { log } from "@/lib/platform/log";
import { randomFrom } from "@/lib/tools/seed/inventory/random";
import type { Fault, Ground, Round } from "./fault";

/** The rounds of one fault, added up. */
export interface FaultReport {
	readonly fault: string;
	rounds: number;
	acknowledged: number;
	lost: number;
	doubled: number;
	longestRecoveryMs: number;
	/** Those of rounds first. */
	readonly problems: string[];
	problemsOfRounds: number;
	/** Why it was not run. */
	skipped?: string;
}

export interface RunOptions {
	/** Rounds, those of `before` among them. */
	readonly times: number;
	/** What an earlier run had when it ended: this one goes on with the next round. */
	readonly before?: FaultReport | undefined;
	readonly seed: number;
	/** Ends the run before the rounds are done, though not before the first. */
	readonly deadline?: number;
	/** Ends it at once; the round that is running does not count. */
	readonly stopping?: AbortSignal;
	readonly onRound?: (number: number, round: Round, report: FaultReport) => unknown;
}

/** The report of a fault before its first round. */
export const emptyReport = (fault: string): FaultReport => ({
	fault,
	rounds: 0,
	acknowledged: 0,
	lost: 0,
	doubled: 0,
	longestRecoveryMs: 0,
	problems: [],
	problemsOfRounds: 0,
});

/** Adds a round to a report. */
export function addRound(report: FaultReport, round: Round): void {
	report.rounds += 1;
	report.acknowledged += round.acknowledged;
	report.lost += round.lost;
	report.doubled += round.doubled;
	report.longestRecoveryMs = Math.max(report.longestRecoveryMs, round.recoveryMs);
	report.problems.push(...round.problems);
	report.problemsOfRounds = report.problems.length;
}

/**
 * Runs rounds of a fault. A failed round is a problem and ends the fault, because its ground is in
 * an unknown state.
 */
export async function runFault(fault: Fault, options: RunOptions): Promise<FaultReport> {
	const report = structuredClone(options.before) ?? emptyReport(fault.name);
	if (report.rounds >= options.times) return report;
	// The processes have logs of their own; this one only looks at their database.
	log.level = "silent";
	const { stopping } = options;
	if (stopping?.aborted) return report;
	const over = new AbortController();
	const stopped = new Promise<"stopped">((resolve) =>
		stopping?.addEventListener("abort", () => resolve("stopped"), { signal: over.signal }),
	);
	let ground: Ground | string | undefined;
	const work = async () => {
		ground = await fault.open();
		if (typeof ground === "string") report.skipped = ground;
		else await runRounds(ground, options, report);
	};
	try {
		await Promise.race([work(), stopped]);
	} catch (error) {
		report.problems.push(`round ${report.rounds + 1} of ${fault.name}: ${(error as Error).stack ?? error}`);
	}
	over.abort();
	if (typeof ground === "object") await close(ground, report, stopping);
	return report;
}

async function runRounds(ground: Ground, options: RunOptions, report: FaultReport): Promise<void> {
	const { times, seed, deadline = Number.POSITIVE_INFINITY, stopping, onRound } = options;
	const first = report.rounds + 1;
	// On a slow machine the time of all may be over before the last fault's turn: it has one round.
	for (let number = first; number <= times && (number === first || performance.now() < deadline); number += 1) {
		// Each round has a seed of its own, so that one can be run alone.
		const round = await ground.round(randomFrom(seed + number), number);
		if (stopping?.aborted) return;
		addRound(report, round);
		onRound?.(number, round, report);
	}
	report.problems.push(...(await ground.finish()));
}

/** After a stop the processes may end in any order, which is no problem. */
async function close(ground: Ground, report: FaultReport, stopping: AbortSignal | undefined): Promise<void> {
	await ground.close().catch((error: unknown) => {
		if (!stopping?.aborted) report.problems.push(`the end of ${report.fault}: ${(error as Error).message}`);
	});
}

/** One line of a report. */
export function lineOf({ fault, skipped, rounds, problems, ...counts }: FaultReport): string {
	if (skipped !== undefined) return `${fault}: skipped, because ${skipped}`;
	const { acknowledged, lost, doubled, longestRecoveryMs } = counts;
	const seconds = (longestRecoveryMs / 1_000).toFixed(1);
	return `${fault}: ${rounds} rounds, ${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled, longest recovery ${seconds} s, ${problems.length} problems`;
}
