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

export const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
