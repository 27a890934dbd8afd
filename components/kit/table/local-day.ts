const twoDigits = (value: number) => String(value).padStart(2, "0");

/** The day of an instant in the reader's zone, as a field of a date takes it. */
export const localDay = (at: Date): string =>
	[at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join("-");

/** The first instant of a day in the reader's zone; null for an invalid day. */
export function startOfDay(day: string): Date | null {
	const start = new Date(`${day}T00:00:00`);
	return Number.isNaN(start.getTime()) ? null : start;
}

/**
 * The last second of a day in the reader's zone; null for an invalid day. Where clocks go back at
 * midnight, 23:59:59 exists twice, so the day's end is found from the next day's start.
 */
export function endOfDay(day: string): Date | null {
	const next = startOfDay(day)?.setHours(24, 0, 0, 0);
	return next === undefined ? null : new Date(next - 1_000);
}
