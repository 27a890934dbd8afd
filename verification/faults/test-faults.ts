import { appendFile, writeFile } from "node:fs/promises";
import { readOptions } from "@/verification/benches/read-options";
import { type Fault, PARTS, type Round } from "@/verification/faults/fault";
import { FAULTS } from "@/verification/faults/faults";
import { type FaultReport, lineOf, runFault } from "@/verification/faults/run-fault";

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
	if (values.results !== "") await writeFile(values.results, "");
	const startedAt = performance.now();
	const reports: FaultReport[] = [];
	for (const [index, fault] of faults.entries()) {
		if (stopping.signal.aborted) break;
		const report = await run(fault, faults.length - index, startedAt, stopping.signal);
		reports.push(report);
		// Of the rounds, they were printed when they came.
		for (const problem of report.problems.slice(report.problemsOfRounds)) console.log(`${fault.name}: ${problem}`);
		console.log(lineOf(report));
		await note({ ...report, done: true });
	}
	const problems = reports.reduce((sum, report) => sum + report.problems.length, 0);
	const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
	const end = stopping.signal.aborted ? "stopped" : "done";
	console.log(`\nSeed ${values.seed}, ${end} after ${minutes} minutes, ${problems} problems`);
	for (const report of reports) console.log(lineOf(report));
	const notRun = values.only.length < PARTS.length && reports.some(({ skipped }) => skipped !== undefined);
	process.exit(problems === 0 && !notRun ? 0 : 1);
}

/** Gives each fault the same share of the time that is left. */
function run(fault: Fault, left: number, startedAt: number, stopping: AbortSignal): Promise<FaultReport> {
	const now = performance.now();
	const minutes = values.minutes || Number.POSITIVE_INFINITY;
	const timed = values.times === 0 && values.minutes > 0;
	return runFault(fault, {
		times: timed ? Number.POSITIVE_INFINITY : values.times || fault.times,
		seed: values.seed,
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
