/** What a column of a table is called, in lower case; any other column is passed over. */
const COLUMNS: Readonly<Record<string, "latitude" | "longitude" | "radius" | "name">> = {
	latitude: "latitude",
	lat: "latitude",
	longitude: "longitude",
	lon: "longitude",
	lng: "longitude",
	radius: "radius",
	name: "name",
};

/** What parts the fields of a table. */
export type Delimiter = "," | "\t" | ";";

/** The column that a heading names. */
export function columnOf(heading: string): (typeof COLUMNS)[string] | undefined {
	const name = heading.trim().toLowerCase();
	return Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : undefined;
}

/**
 * What parts the fields of a table that begins with `head`: semicolons where its header row names both coordinates by
 * them, as spreadsheets write CSV wherever numbers have decimal commas; else what is usual for its content type.
 */
export function tableDelimiter(head: string, usual: "," | "\t"): Delimiter {
	if (usual !== ",") return usual;
	const [header = ""] = head.trimStart().split("\n", 1);
	const named = header.split(";").map((heading) => columnOf(heading.trim().replace(/^"(.*)"$/, "$1")));
	return named.includes("latitude") && named.includes("longitude") ? ";" : usual;
}
