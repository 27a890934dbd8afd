/** Days of the calendar (`2026-03-29`) and times of day in the time zones of IANA. */

const DAY_MS = 86_400_000;

/** Clocks of the zones that were used last, by name without regard to case, as Intl compares names. */
const clocks = new Map<string, Intl.DateTimeFormat>();
/** More than are in use at once; there are some 600 names. */
const MOST_CLOCKS = 100;

function clockOf(zone: string): Intl.DateTimeFormat {
	const name = zone.toLowerCase();
	const clock = clocks.get(name) ?? makeClock(zone);
	clocks.delete(name);
	clocks.set(name, clock);
	const [oldest] = clocks.keys();
	if (clocks.size > MOST_CLOCKS && oldest !== undefined) clocks.delete(oldest);
	return clock;
}

function makeClock(timeZone: string): Intl.DateTimeFormat {
	const number = "2-digit" as const;
	const time = { hour: number, minute: number, second: number, hourCycle: "h23" } as const;
	return new Intl.DateTimeFormat("en-US", { timeZone, year: "numeric", month: number, day: number, ...time });
}

/** A name, unlike `+01:00`, which has no clocks that are set and not every runtime knows. */
const NAME = /^[A-Za-z][\w+/-]*$/;

/** Whether this process knows the time zone by a name of IANA's, as `Europe/Berlin`. */
export function isTimeZone(zone: string): boolean {
	if (!NAME.test(zone)) return false;
	try {
		clockOf(zone);
		return true;
	} catch {
		return false;
	}
}

/** A zone that was stored; UTC where another version of Node.js knew it. */
export const knownTimeZone = (zone: string): string => (isTimeZone(zone) ? zone : "UTC");

/** The local time of the zone at an instant, as if it were UTC. */
function shownIn(zone: string, at: number): number {
	const parts = new Map<string, number>(
		clockOf(zone)
			.formatToParts(at)
			.map(({ type, value }) => [type, Number(value)]),
	);
	const part = (name: string) => parts.get(name) ?? 0;
	return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}

/** The day that it is in a time zone. */
export function dayIn(zone: string, at: Date): string {
	return new Date(shownIn(zone, at.getTime())).toISOString().slice(0, 10);
}

/**
 * The instant at which clocks of the zone show a time of a day: the first of two where they are set
 * back, and the one just as much later where they are set forward over it.
 * @param minute of the day
 */
export function instantOf(day: string, minute: number, zone: string): Date {
	const wanted = Date.parse(`${day}T00:00:00Z`) + minute * 60_000;
	const offsets = [wanted - DAY_MS, wanted + DAY_MS].map((near) => shownIn(zone, near) - near);
	const candidates = offsets.map((offset) => wanted - offset).sort((one, other) => one - other);
	const exact = candidates.find((candidate) => shownIn(zone, candidate) === wanted);
	return new Date(exact ?? candidates.at(-1) ?? wanted);
}

/**
 * The first and the last instant at which clocks of the zone show a time of a day. They differ where
 * clocks are set back; where they are set forward over it, both are the first instant after it.
 * @param minute of the day
 */
export function occurrencesOf(day: string, minute: number, zone: string): { readonly first: number; last: number } {
	const wanted = Date.parse(`${day}T00:00:00Z`) + minute * 60_000;
	const offsets = [wanted - DAY_MS, wanted + DAY_MS].map((near) => shownIn(zone, near) - near);
	const candidates = [...new Set(offsets)].map((offset) => wanted - offset);
	const exact =
		candidates.length === 1 ? candidates : candidates.filter((candidate) => shownIn(zone, candidate) === wanted);
	if (exact.length > 0) return { first: Math.min(...exact), last: Math.max(...exact) };
	let [before, after] = [wanted - DAY_MS, wanted + DAY_MS];
	while (after - before > 1000) {
		const middle = before + Math.floor((after - before) / 2000) * 1000;
		if (shownIn(zone, middle) < wanted) before = middle;
		else after = middle;
	}
	return { first: after, last: after };
}

/** The day that is some days after a day, or before it. */
export function addDays(day: string, days: number): string {
	return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The day after a day. */
export const dayAfter = (day: string): string => addDays(day, 1);

/** An instant for people of a time zone: `25 Nov 2026, 09:30 GMT+1`. */
export function minuteIn(zone: string, at: Date): string {
	const date = { day: "numeric", month: "short", year: "numeric" } as const;
	const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short" } as const;
	return new Intl.DateTimeFormat("en-GB", { timeZone: zone, ...date, ...time }).format(at);
}

/** A sentence of the service, whose times are in UTC, for people of a time zone. */
export const sentenceIn = (zone: string, sentence: string): string =>
	sentence.replace(/(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g, (time, day, minute) => {
		const at = new Date(`${day}T${minute}:00Z`);
		// A person may have written what looks like a time.
		return Number.isNaN(at.getTime()) ? time : minuteIn(zone, at);
	});
