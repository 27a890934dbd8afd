import type { Delimiter } from "@/lib/rules/documents/delimiter";
import { type ColumnRole, rolesBesidePositions } from "@/lib/rules/geofences/column-roles";
import { roleOf } from "../addresses/address-table";
import type { ReadSource, UnnamedColumnsError } from "./read-source";

/** What a column can be taken as on the page, which finds the positions of addresses. */
export type PageRole = ColumnRole | "address";

/** What the reader takes the column as. */
export const withoutAddress = (role: PageRole): ColumnRole => (role === "address" ? "property" : role);

/** The columns of a table, as a person sees and changes them. */
export interface ShownColumns {
	headings: readonly string[];
	delimiter: Delimiter;
	/** The fields of its first rows. */
	sample: readonly (readonly string[])[];
	roles: readonly PageRole[];
}

/** The columns of a table that was read; null for other files, and for lines that are no table. */
export function columnsOfRead({ source, preview: { table } }: ReadSource): ShownColumns | null {
	return table === null || source.lines !== undefined ? null : table;
}

/** The columns of a table without positions: words of headings tell the parts of addresses. */
export function columnsOfUnnamed({ table }: UnnamedColumnsError): ShownColumns {
	const roles = rolesBesidePositions(table.headings).map((role, index): PageRole => {
		const said = roleOf(table.headings[index] ?? "");
		return role === "property" && said === "address" ? "address" : role;
	});
	const named = table.headings.findIndex((heading, index) => roles[index] === "property" && roleOf(heading) === "name");
	if (named >= 0 && !roles.includes("name")) roles[named] = "name";
	return { ...table, roles };
}
