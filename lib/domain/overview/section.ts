/** Rows of each section; the list behind it has all. */
export const SECTION_ROWS = 5;

/** A number with its first rows and the list of all of them. */
export interface Section<Row> {
	readonly total: number;
	readonly link: string;
	readonly rows: Row[];
}

/** Makes a section of rows that each have the total. */
export function sectionOf<Found extends { readonly total: number }, Row>(
	link: string,
	found: readonly Found[],
	describe: (row: Found) => Row,
): Section<Row> {
	return { total: found[0]?.total ?? 0, link, rows: found.map(describe) };
}
