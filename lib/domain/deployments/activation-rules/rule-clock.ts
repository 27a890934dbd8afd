import { nextOpening, type OpeningHours, opennessAt } from "@/lib/rules/opening-hours";
import { dayIn } from "@/lib/rules/time/zoned-day";
import type { StoredConditions } from "./stored-conditions";

/** What of a rule depends on the time alone. */
export interface RuleClock {
	/** Whether both the rule and its target are open. */
	readonly open: boolean;
	/** The day of its daily limit. */
	readonly day: string;
}

/** When a target allows activations; undefined: always. */
export type TargetHours = OpeningHours | undefined;

const hoursOf = ({ hours, time_zone }: StoredConditions): OpeningHours => ({ time_zone, hours, freezes: [] });

/** Whether a rule may activate at an instant, and which day it is. */
export function clockOfRule(conditions: StoredConditions, target: TargetHours, at: Date): RuleClock {
	const all = [hoursOf(conditions), ...(target === undefined ? [] : [target])];
	return { open: all.every((hours) => opennessAt(hours, at).open), day: dayIn(conditions.time_zone, at) };
}

/** Turns to look at each of two sets of hours, until both are open at once. */
const TURNS = 50;

/** The first instant from this one at which both are open; null where none is found. */
export function openingOfRule(conditions: StoredConditions, target: TargetHours, at: Date): Date | null {
	const own = hoursOf(conditions);
	let instant: Date | null = at;
	for (let turn = 0; turn < TURNS && instant !== null; turn += 1) {
		const opens = nextOpening(own, instant);
		if (opens === null || target === undefined || opennessAt(target, opens).open) return opens;
		instant = nextOpening(target, opens);
	}
	return null;
}
