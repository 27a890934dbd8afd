const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000] as const;

/** Pauses after the first, second, … failed attempt; the last one repeats. */
const PAUSES_MS = [
	5 * SECOND,
	30 * SECOND,
	2 * MINUTE,
	10 * MINUTE,
	30 * MINUTE,
	HOUR,
	2 * HOUR,
	4 * HOUR,
	6 * HOUR,
	8 * HOUR,
] as const;
/** A delivery is tried for this long. */
const RETRY_PERIOD_MS = 72 * HOUR;
/**
 * Part of the pause by which it may be longer or shorter, so that receivers are not met by a wave.
 */
const JITTER = 0.2;
/** Receivers may ask for pauses up to this long. */
const LONGEST_WISH_MS = 6 * HOUR;

/**
 * When a delivery is tried again.
 * @param failures attempts of the present series, at least 1
 * @param startedAt of the series
 * @param wishMs pause that the receiver requested
 * @param random from 0 to 1
 * @returns null once it was tried for three days
 */
export function nextAttempt(
	{ failures, startedAt, wishMs }: { failures: number; startedAt: Date; wishMs: number | null },
	now: Date,
	random = Math.random(),
): Date | null {
	const pause = PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1] ?? PAUSES_MS[0];
	const jittered = pause * (1 - JITTER + 2 * JITTER * random);
	const next = now.getTime() + Math.round(Math.max(jittered, wishMs ?? 0));
	return next - startedAt.getTime() > RETRY_PERIOD_MS ? null : new Date(next);
}

/**
 * The pause of a header `Retry-After`, in seconds or as a date, within bounds; null without one.
 */
export function parseRetryAfter(value: string | null, now: Date): number | null {
	if (value === null) return null;
	const wish = /^\d{1,9}$/.test(value.trim()) ? Number(value) * SECOND : Date.parse(value) - now.getTime();
	return Number.isNaN(wish) || wish <= 0 ? null : Math.min(wish, LONGEST_WISH_MS);
}
