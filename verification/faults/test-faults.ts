import { existsSync } from "node:fs";
import { appendFile, readFile } from "node:fs/promises";
import { readOptions } from "@/verification/benches/read-options";
import { type Fault, PARTS, type Round } from "@/verification/faults/fault";
import { FAULTS } from "@/verification/faults/faults";
import { addRound, emptyReport, type FaultReport, lineOf, runFault } from "@/verification/faults/run-fault";

const values = readOptions("test:faults", { only: PARTS, times: 0, minutes: 0, seed: 1, results: "" });
/** Rounds between two lines of progress. */
const LINE_EVERY = 10;

/**
 * `npm run test:faults`: kills and starves the service, its database, workers and agents, and looks
 * for what is lost, doubled, or half done. Ends with 1 when it finds something, and when a fault that
 * `--only` names cannot be run here.
 */
async function main(): Promise<void> {
	const faults = FAULTS.filter(({ part }) => values.only.includes(part));
	const stopping = new AbortController();
	for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());
	const before = await readResults();
	const startedAt = performance.now();
	const reports: FaultReport[] = [];
	for (const [index, fault] of faults.entries()) {
		if (stopping.signal.aborted) break;
		const report = await run(fault, before.get(fault.name), {
			left: faults.length - index,
			startedAt,
			stopping: stopping.signal,
		});
		reports.push(report);
		// Of the rounds, they were printed when they came.
		for (const problem of report.problems.slice(report.problemsOfRounds)) console.log(`${fault.name}: ${problem}`);
		console.log(lineOf(report));
	}
	const problems = reports.reduce((sum, report) => sum + report.problems.length, 0);
	const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
	const end = stopping.signal.aborted ? "stopped" : "done";
	console.log(`\nSeed ${values.seed}, ${end} after ${minutes} minutes, ${problems} problems`);
	for (const report of reports) console.log(lineOf(report));
	const notRun = values.only.length < PARTS.length && reports.some(({ skipped }) => skipped !== undefined);
	process.exit(problems === 0 && !notRun ? 0 : 1);
}

/** The reports of the rounds in the file of `--results`, by the names of their faults. */
async function readResults(): Promise<ReadonlyMap<string, FaultReport>> {
	const reports = new Map<string, FaultReport>();
	if (values.results === "" || !existsSync(values.results)) return reports;
	for (const line of (await readFile(values.results, "utf8")).split("\n").filter(Boolean)) {
		const { fault, ...round } = JSON.parse(line) as Round & { readonly fault: string };
		const report = reports.get(fault) ?? emptyReport(fault);
		addRound(report, round);
		reports.set(fault, report);
	}
	return reports;
}

interface Share {
	/** Faults that the time left is shared by. */
	readonly left: number;
	readonly startedAt: number;
	readonly stopping: AbortSignal;
}

/** Gives each fault the same share of the time that is left. */
function run(
	fault: Fault,
	before: FaultReport | undefined,
	{ left, startedAt, stopping }: Share,
): Promise<FaultReport> {
	const now = performance.now();
	const minutes = values.minutes || Number.POSITIVE_INFINITY;
	const timed = values.times === 0 && values.minutes > 0;
	return runFault(fault, {
		times: timed ? Number.POSITIVE_INFINITY : values.times || fault.times,
		seed: values.seed,
		before,
		deadline: now + (startedAt + minutes * 60_000 - now) / left,
		stopping,
		onRound: (number, round, report) => {
			for (const problem of round.problems) console.log(`${fault.name}, round ${number}: ${problem}`);
			if (number % LINE_EVERY === 0) console.log(lineOf(report));
			void noteRound(fault, number, round);
		},
	});
}

function noteRound(fault: Fault, number: number, round: Round): Promise<void> {
	return note({ fault: fault.name, round: number, at: new Date().toISOString(), ...round });
}

/** Adds a line of JSON to the file of `--results`. */
async function note(line: object): Promise<void> {
	if (values.results !== "") await appendFile(values.results, `${JSON.stringify(line)}\n`);
}

await main();
