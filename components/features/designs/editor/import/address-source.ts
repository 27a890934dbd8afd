import { CsvReader } from "@/lib/rules/documents/csv-reader";
import type { Delimiter } from "@/lib/rules/documents/delimiter";
import { decodeUtf8Stream } from "@/lib/rules/documents/utf8";
import { headingsBy } from "@/lib/rules/geofences/column-choice";
import { choiceOfRoles } from "@/lib/rules/geofences/column-roles";
import { headingOf } from "@/lib/rules/geofences/table-columns";
import { quotedCell } from "@/lib/rules/text/csv-row";
import { type AddressRow, MOST_ROWS } from "../addresses/address-rows";
import type { ImportSource } from "./import-source";
import { openFile } from "./open-file";
import { type ShownColumns, withoutAddress } from "./shown-columns";

/** The first rows of a table, without its header row. */
export async function rowsOfFile({ file, headings }: ImportSource, delimiter: Delimiter): Promise<string[][]> {
	const { body, line } = await openFile(file);
	const reader = new CsvReader(delimiter);
	const rows: string[][] = [];
	const take = (read: ReturnType<CsvReader["push"]>) => {
		for (const { fields } of read) if (fields !== null) rows.push(fields.map((field) => field.trim()));
	};
	for await (const text of decodeUtf8Stream(body, { line, invalid: "replace" })) {
		take(reader.push(text));
		if (rows.length > MOST_ROWS) break;
	}
	take(reader.end());
	return rows.slice(headings === undefined ? 1 : 0).slice(0, MOST_ROWS);
}

const POSITION = ["latitude", "longitude"];

/** The headings by which columns are read as what they were taken as, beside those of a position. */
function headingsOf({ headings, roles }: ShownColumns): string[] {
	const named = headingsBy(choiceOfRoles(headings, roles.map(withoutAddress)), headings);
	return headings.map((heading, index) => {
		const role = roles[index];
		if (role === "unit") return heading;
		return named?.[index] || (role === "ignored" ? "" : headingOf(heading.trim(), POSITION));
	});
}

/** The table with the positions that were found for its addresses; rows without one have none. */
export function addressSource(source: ImportSource, columns: ShownColumns, rows: readonly AddressRow[]): ImportSource {
	const table = [
		[...POSITION, ...headingsOf(columns)],
		...rows.map(({ place, cells }) => [
			...[place?.latitude ?? "", place?.longitude ?? ""].map(String),
			...columns.headings.map((_, index) => cells[index] ?? ""),
		]),
	];
	const text = table.map((cells) => `${cells.map(quotedCell).join(",")}\n`).join("");
	const file = new Blob([text], { type: "text/csv" });
	return { name: source.name, file, contentType: "text/csv" };
}
