import { randomFrom } from "@/lib/tools/seed/inventory/random";
import { bundleChild } from "./killable";

/** Events of a round. */
const EVENTS = 8;
/** Statements of the database that a round takes, about. */
const STATEMENTS = 80;

/** What came of the kills. */
export interface TellingReport {
	readonly kills: number;
	/** Events whose transaction was committed. */
	readonly recorded: number;
	/** What is not as it should be, in words. */
	readonly problems: readonly string[];
}

/**
 * Kills a process of the service while it records events and hands them to inboxes, at the answer
 * of a statement that the seed decides. Then a new process hands over what is left. Each event must
 * be told once.
 * @param settings of the process: DATA_DIR, and DATABASE_URL for PostgreSQL
 */
export async function killTelling(options: {
	readonly settings: Record<string, string>;
	readonly kills: number;
	readonly seed: number;
	/** Called after each kill with what came of all so far. */
	readonly onKill?: (report: TellingReport) => unknown;
}): Promise<TellingReport> {
	const bundle = await bundleChild();
	const random = randomFrom(options.seed);
	const report = { kills: 0, recorded: 0, problems: [] as string[] };
	let child = await bundle.start(options.settings);
	while (report.kills < options.kills) {
		const mark = `round ${options.seed} ${report.kills}`;
		await child.ask({ ask: "die", statement: random.between(1, STATEMENTS) });
		await child.ask({ ask: "tell", mark, events: EVENTS }).catch(() => undefined);
		await child.kill();
		report.kills += 1;
		child = await bundle.start(options.settings);
		const [recorded = 0, told = 0, twice = 0] = (await child.ask({ ask: "told", mark })) as number[];
		report.recorded += recorded;
		if (told !== recorded)
			report.problems.push(`${recorded - told} of ${recorded} events of ${mark} were told to nobody`);
		if (twice > 0) report.problems.push(`${twice} events of ${mark} were told twice`);
		options.onKill?.(report);
	}
	await child.kill();
	await bundle.remove();
	return report;
}
