import { CHOSEN_FIELDS, type ChosenField, type ColumnChoice } from "./column-choice";
import { findGeofenceColumns, type GeofenceColumns } from "./table-columns";

/** What a column of a table is taken as: a field of geofences, a further property, or nothing. */
export type ColumnRole = ChosenField | "unit" | "property" | "ignored";

/** What each of so many columns is taken as. */
export function rolesOfColumns(columns: GeofenceColumns, count: number): ColumnRole[] {
	const { point, position, wkt, radius, name, id, further } = columns;
	const roles = new Array<ColumnRole>(count).fill("ignored");
	const set = (index: number | undefined, role: ColumnRole) => {
		if (index !== undefined) roles[index] = role;
	};
	for (const { index } of further) set(index, "property");
	for (const { index } of radius.taken) set(index, "radius");
	set(radius.units?.index, "unit");
	set(id, "id");
	set(name, "name");
	set(wkt, "wkt");
	set(position, "coordinates");
	set(point?.latitude, "latitude");
	set(point?.longitude, "longitude");
	return roles;
}

/** What the headings say of columns in a table that lacks positions. */
export function rolesBesidePositions(headings: readonly string[]): ColumnRole[] {
	const added = ["latitude", "longitude"];
	const found = findGeofenceColumns([...added, ...headings]);
	if (!("columns" in found)) return headings.map((heading) => (heading.trim() === "" ? "ignored" : "property"));
	return rolesOfColumns(found.columns, headings.length + added.length).slice(added.length);
}

/**
 * The choice that reads a table of these headings by such roles. Where the headings say it by
 * themselves, it is for tables of exactly these headings; else for all that have the named ones.
 */
export function choiceOfRoles(headings: readonly string[], roles: readonly ColumnRole[]): ColumnChoice {
	const trimmed = headings.map((heading) => heading.trim());
	const of = (role: ColumnRole) => trimmed.filter((heading, index) => roles[index] === role && heading !== "");
	const fields = CHOSEN_FIELDS.flatMap((field) =>
		of(field)
			.slice(0, 1)
			.map((heading) => [field, heading] as const),
	);
	const ignored = of("ignored");
	return {
		...Object.fromEntries(fields),
		...(ignored.length > 0 ? { ignored } : {}),
		...("columns" in findGeofenceColumns(headings) ? { headings: trimmed } : {}),
	};
}
