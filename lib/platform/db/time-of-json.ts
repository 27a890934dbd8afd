/**
 * A time as the database writes it into JSON (`2026-11-22T08:57:10.12+00:00`, as every session is in UTC), in the form of
 * `toISOString` without a Date in between: a page of builds has a hundred of them.
 */
export function timeOfJson(text: string): string {
	return `${text.slice(0, 19)}.${text.slice(20, -6).padEnd(3, "0")}Z`;
}
