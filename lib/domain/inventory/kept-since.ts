const DAY_MS = 86_400_000;

/**
 * The beginning of the first day (UTC) whose visits a source keeps: `keepDays` days, of which today
 * is the last. Null where it keeps all.
 */
export function keptSince(now: Date, keepDays: number | null): Date | null {
	if (keepDays === null) return null;
	return new Date((Math.floor(now.getTime() / DAY_MS) - keepDays + 1) * DAY_MS);
}
