import { type Random, randomFrom } from "./random";

/** A visit of an inventory source (docs/contract.md, Inventory data). */
export interface Visit {
	readonly deviceId: string;
	readonly segment: string;
	readonly seenAt: Date;
}

/** Days that the visits are spread over, up to the newest. */
export const VISIT_DAYS = 90;

/** Devices with full visits; others have few, so that a hundred thousand import quickly. */
const PANEL = 4_000;
const SEED = 20_240_229;
const DAY_MS = 24 * 3600 * 1000;

/** A kind of person: share of all devices, and visits per segment within the 90 days. */
interface Habit {
	readonly share: number;
	readonly visits: Readonly<Record<string, readonly [fewest: number, most: number]>>;
}

const HABITS: readonly Habit[] = [
	{ share: 0.3, visits: { commuters: [8, 24], "coffee-drinkers": [0, 9] } },
	{ share: 0.16, visits: { gym: [4, 16], runners: [0, 6], "coffee-drinkers": [0, 3] } },
	{ share: 0.12, visits: { runners: [5, 18], "park-goers": [2, 9] } },
	{ share: 0.12, visits: { travellers: [2, 7], "hotel-guests": [0, 5], "museum-visitors": [0, 2] } },
	{ share: 0.1, visits: { students: [8, 20], "coffee-drinkers": [2, 12], "cinema-goers": [0, 4] } },
	{ share: 0.1, visits: { "museum-visitors": [2, 7], "cinema-goers": [1, 5] } },
	{ share: 0.08, visits: { "football-fans": [2, 6], "sports-bars": [0, 5] } },
	{ share: 0.02, visits: { staff: [20, 40], "coffee-drinkers": [6, 20] } },
];

/** Share of people with a second habit. */
const SECOND_HABIT = 0.4;
const GROCERIES: readonly [number, number] = [0, 8];

/**
 * Generates visits of invented devices, reproducible but for times, which count back from `newest`.
 * Fewer devices are a prefix of more; each has at least one visit.
 */
export function* generateVisits(newest: Date, devices: number): Generator<Visit> {
	const random = randomFrom(SEED);
	// The newest visit is at exactly that time, because day ranges are counted from it.
	let latest: Date | undefined = newest;
	for (let device = 0; device < devices; device += 1) {
		const deviceId = randomUuid(random);
		for (const [segment, [fewest, most]] of habitsOf(random)) {
			const often = random.between(fewest, most);
			for (let visits = device < PANEL ? often : Math.ceil(often / 4); visits > 0; visits -= 1) {
				const back = random.next() * VISIT_DAYS * DAY_MS;
				yield { deviceId, segment, seenAt: latest ?? new Date(newest.getTime() - back) };
				latest = undefined;
			}
		}
	}
}

function habitsOf(random: Random): [segment: string, visits: readonly [number, number]][] {
	const habits = [pickHabit(random)];
	if (random.next() < SECOND_HABIT) habits.push(pickHabit(random));
	return [...habits.flatMap((habit) => Object.entries(habit.visits)), ["grocery-shoppers", GROCERIES]];
}

function pickHabit(random: Random): Habit {
	let rest = random.next();
	for (const habit of HABITS) {
		rest -= habit.share;
		if (rest < 0) return habit;
	}
	return HABITS[0] as Habit;
}

/** A version 4 UUID, like advertising ids. */
function randomUuid(random: Random): string {
	const hex = Array.from({ length: 4 }, () => random.bits().toString(16).padStart(8, "0")).join("");
	const variant = (8 + (Number.parseInt(hex.charAt(16), 16) % 4)).toString(16);
	return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20)].join(
		"-",
	);
}

/** The visits as CSV with a header row, in chunks of some kilobytes. */
export function* visitsAsCsv(visits: Iterable<Visit>): Generator<Uint8Array> {
	let lines = ["device_id,segment,seen_at\n"];
	for (const { deviceId, segment, seenAt } of visits) {
		lines.push(`${deviceId},${segment},${seenAt.toISOString()}\n`);
		if (lines.length < 1_000) continue;
		yield Buffer.from(lines.join(""));
		lines = [];
	}
	yield Buffer.from(lines.join(""));
}
