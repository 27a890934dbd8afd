import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nextClosing, nextOpening, type OpeningHours, opennessAt, WEEKDAYS, type WeeklyHours } from "./opening-hours";

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

const everyDay = (from: string, to: string): WeeklyHours[] => [{ days: [...WEEKDAYS], from, to }];
const rulesOf = (
	time_zone: string,
	hours: WeeklyHours[] | null,
	freezes: OpeningHours["freezes"] = [],
): OpeningHours => ({ time_zone, hours, freezes });

/** Openings and closings within a range, alternating, as the functions under test find them. */
function turnsOf(rules: OpeningHours, from: string, until: string): string[] {
	const turns: string[] = [];
	let at: Date | null = new Date(from);
	let open = opennessAt(rules, at).open;
	for (;;) {
		at = open ? nextClosing(rules, at) : nextOpening(rules, at);
		if (at === null || at >= new Date(until)) return turns;
		turns.push(at.toISOString().slice(0, 16));
		open = !open;
	}
}

describe("hours", () => {
	const office = rulesOf("Europe/Berlin", [{ days: ["mon", "tue", "wed", "thu", "fri"], from: "08:00", to: "18:00" }]);

	test("open from the first minute until before the last", () => {
		const open = (at: string) => opennessAt(office, new Date(at)).open;
		expect(
			["06:59:59.999Z", "07:00:00.000Z", "16:59:59.999Z", "17:00:00.000Z"].map((time) => open(`2026-11-25T${time}`)),
		).toEqual([false, true, true, false]);
		expect(opennessAt(office, new Date("2026-11-28T12:00:00Z"))).toEqual({ open: false, reason: "outside_hours" });
		expect(nextOpening(office, new Date("2026-11-27T17:00:00Z"))).toEqual(new Date("2026-11-30T07:00:00Z"));
		expect(nextOpening(office, new Date("2026-11-27T16:59:00Z"))).toEqual(new Date("2026-11-27T16:59:00Z"));
	});

	test("without hours nothing is ever closed", () => {
		const always = rulesOf("UTC", null);
		const now = new Date("2026-11-25T12:00:00Z");
		expect(opennessAt(always, now)).toEqual({ open: true });
		expect([nextOpening(always, now), nextClosing(always, now)]).toEqual([now, null]);
	});

	test("last over midnight, until 24:00, and into adjacent ones", () => {
		expect(turnsOf(rulesOf("UTC", everyDay("22:00", "02:00")), "2026-11-25T12:00Z", "2026-11-26T12:00Z")).toEqual([
			"2026-11-25T22:00",
			"2026-11-26T02:00",
		]);
		const toMidnight: WeeklyHours[] = [{ days: ["wed"], from: "20:00", to: "24:00" }];
		const fromMidnight: WeeklyHours[] = [{ days: ["thu"], from: "00:00", to: "04:00" }];
		expect(turnsOf(rulesOf("UTC", toMidnight), "2026-11-25T12:00Z", "2026-11-28T00:00Z")).toEqual([
			"2026-11-25T20:00",
			"2026-11-26T00:00",
		]);
		expect(turnsOf(rulesOf("UTC", [...fromMidnight, ...toMidnight]), "2026-11-25T12:00Z", "2026-11-28T00:00Z")).toEqual(
			["2026-11-25T20:00", "2026-11-26T04:00"],
		);
		const whole = rulesOf("UTC", everyDay("00:00", "24:00"));
		expect(nextClosing(whole, new Date("2026-11-25T12:00:00Z"))).toBeNull();
	});
});

describe("where clocks are set", () => {
	test.each([
		[
			"a time that does not exist opens at the first instant after it",
			"02:30",
			"05:00",
			"2026-03-29",
			["01:00", "03:00"],
		],
		["a time that does not exist closes there, too", "00:30", "02:30", "2026-03-29", ["2026-03-28T23:30", "01:00"]],
		["hours that do not exist do not open", "02:10", "02:50", "2026-03-29", []],
		["a time that exists twice opens at its first occurrence", "02:30", "05:00", "2026-10-25", ["00:30", "04:00"]],
		[
			"a time that exists twice closes at its last occurrence",
			"00:30",
			"02:30",
			"2026-10-25",
			["2026-10-24T22:30", "01:30"],
		],
		[
			"so does the first minute of the hour that is repeated",
			"00:30",
			"02:00",
			"2026-10-25",
			["2026-10-24T22:30", "01:00"],
		],
	])("%s", (_what, from, to, day, turns) => {
		const start = new Date(Date.parse(`${day}T22:00Z`) - DAY_MS).toISOString();
		expect(turnsOf(rulesOf("Europe/Berlin", everyDay(from, to)), start, `${day}T20:00Z`)).toEqual(
			turns.map((turn) => (turn.length === 5 ? `${day}T${turn}` : turn)),
		);
	});

	test("a day that was skipped has no hours", () => {
		const friday = rulesOf("Pacific/Apia", [{ days: ["fri"], from: "08:00", to: "18:00" }]);
		expect(nextOpening(friday, new Date("2011-12-28T00:00Z"))).toEqual(new Date("2012-01-05T18:00:00Z"));
	});
});

describe("freezes", () => {
	const peak = { starts_at: "2026-12-20T00:00:00Z", ends_at: "2027-01-02T09:00:00Z", reason: "holiday peak" };
	const audit = { starts_at: "2026-12-30T00:00:00Z", ends_at: "2027-01-04T12:00:00Z", reason: "audit" };

	test("close what is open, and the next opening is after all of them", () => {
		const rules = rulesOf("UTC", everyDay("08:00", "18:00"), [peak, audit]);
		expect(opennessAt(rules, new Date("2026-12-20T00:00:00Z"))).toEqual({
			open: false,
			reason: "frozen",
			freeze: peak,
		});
		expect(opennessAt(rules, new Date("2026-12-31T00:00:00Z"))).toMatchObject({ freeze: audit });
		expect(nextOpening(rules, new Date("2026-12-21T00:00:00Z"))).toEqual(new Date("2027-01-04T12:00:00Z"));
		expect(nextClosing(rulesOf("UTC", null, [peak]), new Date("2026-12-01T00:00:00Z"))).toEqual(
			new Date("2026-12-20T00:00:00Z"),
		);
	});

	test("that last longer than a year leave no opening", () => {
		const long = { ...peak, ends_at: "2028-01-01T00:00:00Z" };
		expect(nextOpening(rulesOf("UTC", null, [long]), new Date("2026-12-21T00:00:00Z"))).toBeNull();
		const days: WeeklyHours[] = [{ days: ["mon"], from: "08:00", to: "09:00" }];
		expect(nextOpening(rulesOf("UTC", days, [long]), new Date("2026-12-21T08:00:00Z"))).toBeNull();
	});
});

/** Every minute of some days with the local time that Intl has for it: nothing but a list to look into. */
class MinuteByMinute {
	static readonly #made = new Map<string, MinuteByMinute>();
	readonly #locals: string[] = [];
	readonly #start: number;

	static around(zone: string, middle: number): MinuteByMinute {
		const key = `${zone} ${middle}`;
		const made = MinuteByMinute.#made.get(key) ?? new MinuteByMinute(zone, middle);
		MinuteByMinute.#made.set(key, made);
		return made;
	}

	constructor(zone: string, middle: number) {
		const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
		this.#start = middle - 4 * DAY_MS;
		for (let at = this.#start; at < middle + 4 * DAY_MS; at += MINUTE_MS) this.#locals.push(clock.format(at));
	}

	/** Minutes that are open, as instants; of the middle four days. */
	open({ hours, freezes }: OpeningHours): Set<number> {
		const open = new Set<number>();
		for (const day of this.#calendarDays()) {
			const weekday = WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7];
			for (const { days, from, to } of hours ?? [{ days: WEEKDAYS, from: "00:00", to: "24:00" }]) {
				if (weekday === undefined || !days.includes(weekday)) continue;
				const untilMidnight = to === "24:00";
				const end = `${to > from && !untilMidnight ? day : dayAfter(day)} ${untilMidnight ? "00:00" : to}`;
				const last = this.#locals.lastIndexOf(end);
				const closes = last === -1 ? this.#firstAfter(end) : last;
				const first = this.#locals.indexOf(`${day} ${from}`);
				for (let at = first === -1 ? this.#firstAfter(`${day} ${from}`) : first; at < closes; at += 1) {
					open.add(this.#start + at * MINUTE_MS);
				}
			}
		}
		for (const at of open) {
			if (freezes.some((it) => Date.parse(it.starts_at) <= at && at < Date.parse(it.ends_at))) open.delete(at);
		}
		return open;
	}

	#firstAfter(local: string): number {
		return this.#locals.findIndex((it) => it > local);
	}

	/** All days of the calendar between the first and the last, also those that the zone skips. */
	#calendarDays(): string[] {
		const days = [(this.#locals[0] ?? "").slice(0, 10)];
		const last = (this.#locals.at(-1) ?? "").slice(0, 10);
		for (let day = days[0] ?? last; day < last; ) {
			day = dayAfter(day);
			days.push(day);
		}
		return days.slice(1, -1);
	}
}

const dayAfter = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

/** Zones, each with instants around which its clocks are set, and one at which nothing happens. */
const PLACES: readonly (readonly [zone: string, middle: string])[] = [
	["UTC", "2026-02-28T00:00Z"],
	["Europe/Berlin", "2026-03-29T00:00Z"],
	["Europe/Berlin", "2026-10-25T00:00Z"],
	["America/New_York", "2026-11-01T06:00Z"],
	// Clocks are set at midnight, which does not exist, and 23:00 exists twice.
	["America/Santiago", "2026-09-06T04:00Z"],
	["America/Santiago", "2026-04-05T03:00Z"],
	// Half an hour.
	["Australia/Lord_Howe", "2026-10-03T15:00Z"],
	["Australia/Lord_Howe", "2026-04-04T15:00Z"],
	["Asia/Kathmandu", "2026-11-25T00:00Z"],
	// 30 December 2011 was skipped.
	["Pacific/Apia", "2011-12-30T10:00Z"],
	// The other way: an hour less in Ramadan.
	["Africa/Casablanca", "2026-02-15T02:00Z"],
	["Africa/Casablanca", "2026-03-22T02:00Z"],
	["Pacific/Kiritimati", "2026-11-25T00:00Z"],
	["Africa/Cairo", "2026-04-23T22:00Z"],
];

const timeText = (minute: number) =>
	`${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
const minutes = fc.oneof(
	fc.integer({ min: 0, max: 1439 }),
	fc.integer({ min: 0, max: 47 }).map((half) => half * 30),
);
const weekly: fc.Arbitrary<WeeklyHours> = fc
	.record({
		days: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }),
		from: minutes.map(timeText),
		to: fc.oneof(minutes.map(timeText), fc.constant("24:00")),
	})
	.filter(({ from, to }) => from !== to);
const freeze = (middle: number) =>
	fc.tuple(fc.integer({ min: -2880, max: 2880 }), fc.integer({ min: 1, max: 2880 })).map(([from, length]) => ({
		starts_at: new Date(middle + from * MINUTE_MS).toISOString(),
		ends_at: new Date(middle + (from + length) * MINUTE_MS).toISOString(),
		reason: "peak",
	}));

test.each(PLACES)("in %s around %s, every minute is open as a walk through all minutes finds", (zone, around) => {
	const middle = Date.parse(around);
	const oracle = MinuteByMinute.around(zone, middle);
	fc.assert(
		fc.property(
			fc.option(fc.array(weekly, { minLength: 1, maxLength: 4 }), { freq: 9 }),
			fc.array(freeze(middle), { maxLength: 2 }),
			fc.array(fc.integer({ min: -2880, max: 2879 }), { minLength: 4, maxLength: 4 }),
			(hours, freezes, samples) => {
				const rules = rulesOf(zone, hours, freezes);
				const open = oracle.open(rules);
				for (const minute of samples) {
					expect(opennessAt(rules, new Date(middle + minute * MINUTE_MS)).open).toBe(
						open.has(middle + minute * MINUTE_MS),
					);
				}
				const expected: string[] = [];
				for (let at = middle - 2 * DAY_MS + MINUTE_MS; at < middle + 2 * DAY_MS; at += MINUTE_MS) {
					if (open.has(at) !== open.has(at - MINUTE_MS)) expected.push(new Date(at).toISOString().slice(0, 16));
				}
				const range = [middle - 2 * DAY_MS, middle + 2 * DAY_MS].map((at) => new Date(at).toISOString());
				expect(turnsOf(rules, range[0] ?? "", range[1] ?? "")).toEqual(expected);
			},
		),
		{ numRuns: 20 },
	);
});
