/** `2026-11-25 09:30 UTC`: the API's sentences do not know the reader's time zone. */
export const minuteOf = (timestamp: string) => `${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)} UTC`;

/** `from 2026-11-30 05:00 UTC until 2026-12-14 05:00 UTC`; null where there is no such time. */
export function periodWords(period: {
	readonly activate_at?: string | null | undefined;
	readonly deactivate_at?: string | null | undefined;
}): string | null {
	const { activate_at: from, deactivate_at: until } = period;
	const words = [from == null ? [] : `from ${minuteOf(from)}`, until == null ? [] : `until ${minuteOf(until)}`].flat();
	return words.length === 0 ? null : words.join(" ");
}

/** Picks a unit that gives at least one digit before the point, not `0.0 MB`. */
export function inUnits(bytes: number): string {
	if (bytes < 1_000) return plural(bytes, "byte");
	const [unit, name] =
		bytes < 1_000_000 ? [1_000, "kB"] : bytes < 1_000_000_000 ? [1_000_000, "MB"] : [1_000_000_000, "GB"];
	return `${(bytes / Number(unit)).toFixed(1)} ${name}`;
}

export const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
