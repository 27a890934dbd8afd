/**
 * Converts a time in PostgreSQL's JSON (`2026-11-22T08:57:10.12+00:00`, since every session is in
 * UTC) to the form of `toISOString`, without a Date: a page of builds has a hundred times.
 */
export function timeOfJson(text: string): string {
	return `${text.slice(0, 19)}.${text.slice(20, -6).padEnd(3, "0")}Z`;
}
