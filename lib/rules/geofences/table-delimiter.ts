/** Known headings in lower case; other columns are ignored. */
const COLUMNS: Readonly<Record<string, "latitude" | "longitude" | "radius" | "name">> = {
	latitude: "latitude",
	lat: "latitude",
	longitude: "longitude",
	lon: "longitude",
	lng: "longitude",
	radius: "radius",
	name: "name",
};

export type Delimiter = "," | "\t" | ";";

/** The column of a heading. */
export function columnOf(heading: string): (typeof COLUMNS)[string] | undefined {
	const name = heading.trim().toLowerCase();
	return Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : undefined;
}

/**
 * Delimiter of a table that begins with `head`: semicolons when they separate both coordinates in
 * the header row, as in CSV of spreadsheets with decimal commas; else `fallback`.
 */
export function tableDelimiter(head: string, fallback: "," | "\t"): Delimiter {
	if (fallback !== ",") return fallback;
	const [header = ""] = head.trimStart().split("\n", 1);
	const named = header.split(";").map((heading) => columnOf(heading.trim().replace(/^"(.*)"$/, "$1")));
	return named.includes("latitude") && named.includes("longitude") ? ";" : fallback;
}
