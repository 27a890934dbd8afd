import { addDays, dayIn, instantOf, knownTimeZone } from "@/lib/rules/time/zoned-day";

/** When a file is pulled: every so many hours, or at a time of each day. */
export interface PullSchedule {
	readonly every_hours: number | null;
	readonly daily_at: string | null;
	readonly time_zone: string | null;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** The next time after an instant. */
export function nextPull(
	{ every_hours: everyHours, daily_at: dailyAt, time_zone: timeZone }: PullSchedule,
	after: Date,
): Date {
	if (dailyAt === null) return new Date(after.getTime() + (everyHours ?? 24) * HOUR_MS);
	const zone = knownTimeZone(timeZone ?? "UTC");
	const [hours = 0, minutes = 0] = dailyAt.split(":").map(Number);
	const today = dayIn(zone, after);
	const found = [today, addDays(today, 1)]
		.map((day) => instantOf(day, hours * 60 + minutes, zone))
		.find((instant) => instant > after);
	return found ?? instantOf(addDays(today, 2), hours * 60 + minutes, zone);
}

/** Minutes after the first, second, … failure in a row; the last one repeats. */
const PAUSES = [1, 5, 15, 30, 60, 120, 240];

/** When a failed pull is tried again: after a pause that grows, at the latest at its next time. */
export function nextTry(schedule: PullSchedule, failures: number, now: Date): Date {
	const pause = (PAUSES[Math.min(failures, PAUSES.length) - 1] ?? 1) * MINUTE_MS;
	const regular = nextPull(schedule, now);
	return new Date(Math.min(now.getTime() + pause, regular.getTime()));
}
