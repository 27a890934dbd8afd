import { formatDate, formatMoment, type Now } from "@/lib/browser/format";
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
			words: closes === undefined ? "Open for activations" : `Open until ${formatMoment(closes, now, zone)}`,
		};
	}
	const opens = nextOpening(rules, at)?.toISOString();
	const until = opens === undefined ? "Does not open within a year" : `Opens ${formatMoment(opens, now, zone)}`;
	const why = openness.reason === "frozen" ? `Frozen: ${isolate(openness.freeze.reason)}` : "Outside of its hours";
	return { open: false, words: `${why}. ${until}` };
}

/** A freeze in one line: `Frozen 20 Dec–2 Jan 2027: Holiday peak`, with times where it lasts less than a day. */
export function freezeWords({ starts_at, ends_at, reason }: TargetFreeze, now: Now, zone?: string): string {
	const isShort = Date.parse(ends_at) - Date.parse(starts_at) < 86_400_000;
	const format = isShort ? formatMoment : formatDate;
	// The end is excluded: what ends at midnight ends on the day before.
	const last = isShort ? ends_at : new Date(Date.parse(ends_at) - 1).toISOString();
	return `Frozen ${format(starts_at, now, zone)}–${format(last, now, zone)}: ${isolate(reason)}`;
}
