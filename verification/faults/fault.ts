import type { Random } from "@/lib/tools/seed/inventory/random";

/** What one round of a fault found. */
export interface Round {
	/** What the service acknowledged, or an agent had loaded. */
	readonly acknowledged: number;
	/** Of that, what is missing. */
	readonly lost: number;
	/** Effects that are there more than once. */
	readonly doubled: number;
	/** From the fault until the service worked again. */
	readonly recoveryMs: number;
	/** Each problem as a sentence, those of lost and doubled effects included. */
	readonly problems: readonly string[];
}

/** Where the rounds of a fault happen: processes, databases and disks of its own. */
export interface Ground {
	/** Acts, has the fault happen, waits for the recovery, and checks. */
	round(random: Random, number: number): Promise<Round>;
	/** Checks what is too large to be checked after each round; gives its problems. */
	finish(): Promise<readonly string[]>;
	/** Ends and removes everything. */
	close(): Promise<void>;
}

/** As `--only` names them. */
export const PARTS = [
	"kills-embedded",
	"kills-postgres",
	"service-embedded",
	"service-postgres",
	"postgres",
	"frozen",
	"pgbouncer",
	"workers",
	"agents",
	"disk",
	"store",
	"clock",
	"partition",
] as const;
export type Part = (typeof PARTS)[number];

export interface Fault {
	readonly name: string;
	readonly part: Part;
	/** Rounds of a whole run. */
	readonly times: number;
	/** Rounds in `npm test`; 0 where another test shows the same there. */
	readonly bounded: number;
	/** @returns the ground, or why this machine cannot have one */
	open(): Promise<Ground | string>;
}

/** What a check found; counts what is lost and doubled besides the words. */
export class Findings {
	lost = 0;
	doubled = 0;
	readonly problems: string[] = [];

	isLost(problem: string): void {
		this.lost += 1;
		this.problems.push(problem);
	}

	isDoubled(problem: string): void {
		this.doubled += 1;
		this.problems.push(problem);
	}
}
