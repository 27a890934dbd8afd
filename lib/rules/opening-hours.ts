import { addDays, dayIn, occurrencesOf } from "./time/zoned-day";

/** Days of the week, Monday first. */
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Hours of some days of the week: `{days: ["mon"], from: "08:00", to: "18:00"}`. */
export interface WeeklyHours {
	readonly days: readonly Weekday[];
	/** `00:00` to `23:59`. */
	readonly from: string;
	/** `00:00` to `24:00`; a time that is not after `from` is one of the next day. */
	readonly to: string;
}

/** A time during which it is closed: from `starts_at` until before `ends_at`, in UTC. */
export interface Freeze {
	readonly starts_at: string;
	readonly ends_at: string;
	readonly reason: string;
}

/** When something is open. */
export interface OpeningHours<F extends Freeze = Freeze> {
	/** A name of IANA's, as `Europe/Berlin`, that `isTimeZone` knows. */
	readonly time_zone: string;
	/** null: always, except for freezes. */
	readonly hours: readonly WeeklyHours[] | null;
	readonly freezes: readonly F[];
}

export type Openness<F extends Freeze = Freeze> =
	| { readonly open: true }
	| { readonly open: false; readonly reason: "outside_hours" }
	| { readonly open: false; readonly reason: "frozen"; readonly freeze: F };

interface Interval {
	readonly opens: number;
	readonly closes: number;
}

const DAY_MS = 86_400_000;
/** How far an opening or a closing is looked for. */
const LONGEST_MS = 366 * DAY_MS;

/** Whether it is open at an instant, and why not: a freeze is named before the hours. */
export function opennessAt<F extends Freeze>(rules: OpeningHours<F>, at: Date): Openness<F> {
	const instant = at.getTime();
	const freeze = freezeAt(rules, instant);
	if (freeze !== undefined) return { open: false, reason: "frozen", freeze };
	return closingOfHours(rules, instant) === null ? { open: false, reason: "outside_hours" } : { open: true };
}

/** The first instant, not before this one, at which it is open; null where there is none within a year. */
export function nextOpening(rules: OpeningHours, at: Date): Date | null {
	const latest = at.getTime() + LONGEST_MS;
	let instant: number | null = at.getTime();
	while (instant !== null && instant <= latest) {
		const freeze = freezeAt(rules, instant);
		if (freeze !== undefined) instant = Date.parse(freeze.ends_at);
		else if (closingOfHours(rules, instant) !== null) return new Date(instant);
		else instant = openingOfHours(rules, instant, latest);
	}
	return null;
}

/** The first instant, not before this one, at which it is closed; null where there is none within a year. */
export function nextClosing(rules: OpeningHours, at: Date): Date | null {
	const latest = at.getTime() + LONGEST_MS;
	// Hours without a break in a week have none at all.
	const always = at.getTime() + 8 * DAY_MS;
	let instant = at.getTime();
	while (instant <= latest) {
		if (freezeAt(rules, instant) !== undefined) return new Date(instant);
		const closes = instant > always ? Number.POSITIVE_INFINITY : closingOfHours(rules, instant);
		if (closes === null) return new Date(instant);
		const frozen = rules.freezes.map(({ starts_at }) => Date.parse(starts_at)).filter((start) => start > instant);
		instant = Math.min(closes, ...frozen);
	}
	return null;
}

/** The freeze of an instant: the one that ends last. */
function freezeAt<F extends Freeze>({ freezes }: OpeningHours<F>, instant: number): F | undefined {
	return freezes
		.filter(({ starts_at, ends_at }) => Date.parse(starts_at) <= instant && instant < Date.parse(ends_at))
		.sort((one, other) => Date.parse(other.ends_at) - Date.parse(one.ends_at))[0];
}

/** When the hours end that an instant is within, the last of them; null outside of all hours. */
function closingOfHours(rules: OpeningHours, instant: number): number | null {
	if (rules.hours === null) return Number.POSITIVE_INFINITY;
	const today = dayIn(rules.time_zone, new Date(instant));
	// Hours end on the next day at the latest, and a day may be skipped or exist in parts twice.
	const within = [-2, -1, 0, 1]
		.flatMap((days) => intervalsOf(rules, addDays(today, days)))
		.filter(({ opens, closes }) => opens <= instant && instant < closes);
	return within.length === 0 ? null : Math.max(...within.map(({ closes }) => closes));
}

/** When hours begin after an instant; null where none do until `latest`. */
function openingOfHours(rules: OpeningHours, instant: number, latest: number): number | null {
	const today = dayIn(rules.time_zone, new Date(instant));
	const days = Math.ceil((latest - instant) / DAY_MS) + 2;
	for (let day = -1; day <= days; day += 1) {
		const openings = intervalsOf(rules, addDays(today, day))
			.filter(({ opens, closes }) => instant < opens && opens < closes)
			.map(({ opens }) => opens);
		if (openings.length > 0) return Math.min(...openings);
	}
	return null;
}

/** Days that were computed, for as long as the rules are in use: clocks of zones are slow. */
const computed = new WeakMap<OpeningHours, Map<string, readonly Interval[]>>();

function intervalsOf(rules: OpeningHours, day: string): readonly Interval[] {
	const days = computed.get(rules) ?? new Map<string, readonly Interval[]>();
	computed.set(rules, days);
	const intervals = days.get(day) ?? computeIntervals(rules, day);
	days.set(day, intervals);
	return intervals;
}

/**
 * The hours that begin on a day. A time that does not exist is the first instant after it; one that
 * exists twice opens at its first occurrence and closes at its last.
 */
function computeIntervals({ time_zone, hours }: OpeningHours, day: string): Interval[] {
	const weekday = WEEKDAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7];
	return (hours ?? [])
		.filter(({ days }) => weekday !== undefined && days.includes(weekday))
		.map(({ from, to }) => {
			const [opens, closes] = [minuteOf(from), minuteOf(to)];
			const nextDay = closes <= opens || closes === 24 * 60;
			return {
				opens: occurrencesOf(day, opens, time_zone).first,
				closes: occurrencesOf(nextDay ? addDays(day, 1) : day, closes % (24 * 60), time_zone).last,
			};
		});
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
