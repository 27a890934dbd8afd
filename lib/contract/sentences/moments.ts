/** `2026-11-25 09:30 UTC`: the API's sentences do not know the reader's time zone. */
export const minuteOf = (timestamp: string) => `${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)} UTC`;

export const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
