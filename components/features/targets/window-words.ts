import { formatDate, formatMoment, formatPeriod, formatZoned, type Now } from "@/lib/browser/format";
import type { ActivationHours, TargetFreeze } from "@/lib/contract/activation-window";
import { nextClosing, nextOpening, opennessAt } from "@/lib/rules/opening-hours";
import { isolate } from "@/lib/rules/text/isolate";
import { isTimeZone } from "@/lib/rules/time/zoned-day";

/** Whether a target is open, and until when, in the reader's zone. */
export function windowLine(
	hours: ActivationHours | null,
	freezes: readonly TargetFreeze[],
	now: number,
	zone?: string,
): { open: boolean; words: string } {
	const named = hours?.time_zone ?? "UTC";
	// A zone that the reader's browser may not know.
	const rules = { time_zone: isTimeZone(named) ? named : "UTC", hours: hours?.hours ?? null, freezes };
	const at = new Date(now);
	const openness = opennessAt(rules, at);
	if (openness.open) {
		const closes = nextClosing(rules, at)?.toISOString();
		return {
			open: true,
			words: closes === undefined ? "Open for activations" : `Open until ${formatZoned(closes, now, zone)}`,
		};
	}
	const opens = nextOpening(rules, at)?.toISOString();
	const until = opens === undefined ? "Does not open within a year" : `Opens ${formatZoned(opens, now, zone)}`;
	const why = openness.reason === "frozen" ? `Frozen: ${isolate(openness.freeze.reason)}` : "Outside of its hours";
	return { open: false, words: `${why}. ${until}` };
}

/**
 * A freeze in one line: by its days, `Frozen 20 Dec – 2 Jan 2027: Holiday peak`, where it begins and
 * ends at midnight, and otherwise by its times with the zone.
 */
export function freezeWords({ starts_at, ends_at, reason }: TargetFreeze, now: Now, zone?: string): string {
	return `Frozen ${freezePeriod(starts_at, ends_at, now, zone)}: ${isolate(reason)}`;
}

function freezePeriod(starts: string, ends: string, now: Now, zone?: string): string {
	const isMidnight = (iso: string) => formatMoment(iso, now, zone).endsWith(", 00:00");
	if (!isMidnight(starts) || !isMidnight(ends)) {
		return formatPeriod({ activate_at: starts, deactivate_at: ends }, now, zone);
	}
	// The end is excluded: what ends at midnight ends on the day before.
	const last = formatDate(new Date(Date.parse(ends) - 1).toISOString(), now, zone);
	const first = formatDate(starts, now, zone);
	return first === last ? first : `${first} – ${last}`;
}
