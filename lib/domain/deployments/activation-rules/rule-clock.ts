import { nextOpening, type OpeningHours, opennessAt } from "@/lib/rules/opening-hours";
import { dayIn } from "@/lib/rules/time/zoned-day";
import type { StoredConditions } from "./stored-conditions";

/** The conditions of a rule that depend on the time alone. */
export interface RuleClock {
	/** Whether both the rule and its target are open. */
	readonly open: boolean;
	/** The day of its daily limit. */
	readonly day: string;
}

/** When a rule and its target let it activate. */
export interface RuleHours {
	readonly own: OpeningHours;
	/** Undefined: always. */
	readonly target: OpeningHours | undefined;
}

/** Made once for many instants, as each object caches its computed days. */
export function hoursOfRule({ hours, time_zone }: StoredConditions, target: OpeningHours | undefined): RuleHours {
	return { own: { time_zone, hours, freezes: [] }, target };
}

/** Whether a rule may activate at an instant, and which day it is. */
export function clockOfRule({ own, target }: RuleHours, at: Date): RuleClock {
	const all = target === undefined ? [own] : [own, target];
	return { open: all.every((hours) => opennessAt(hours, at).open), day: dayIn(own.time_zone, at) };
}

/** Turns to look at each of two sets of hours, until both are open at once: a week of daily ones. */
const TURNS = 8;

/** The first instant from this one at which both are open; null where none is found soon. */
export function openingOfRule({ own, target }: RuleHours, at: Date): Date | null {
	let instant: Date | null = at;
	for (let turn = 0; turn < TURNS && instant !== null; turn += 1) {
		const opens = nextOpening(own, instant);
		if (opens === null || target === undefined || opennessAt(target, opens).open) return opens;
		instant = nextOpening(target, opens);
	}
	return null;
}
