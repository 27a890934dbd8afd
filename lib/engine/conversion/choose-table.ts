import type { FoundColumns } from "@/lib/rules/documents/read-table";
import { InvalidArgumentError } from "@/lib/rules/errors";
import type { Conversion, ConvertedLayer } from "./jobs";

const LISTED_SHEETS = 10;
const LISTED_COLUMNS = 20;

/**
 * The sheet of a workbook that has the needed columns.
 * @param needed the columns in words: `latitude and longitude`
 * @throws InvalidArgumentError naming the sheets and their columns when none has them, or several
 */
export function chooseTable(
	{ format, layers }: Conversion,
	find: (headings: readonly string[]) => FoundColumns<unknown>,
	needed: string,
): ConvertedLayer {
	const fit = layers.filter(({ columns }) => "columns" in find(columns));
	const [only, another] = fit;
	if (only !== undefined && another === undefined) return only;
	if (another !== undefined) {
		throw new InvalidArgumentError(
			`the file is ${format} with the columns ${needed} in several sheets, ${listed(fit.map(({ name }) => shown(name)))}: leave one of them`,
		);
	}
	const sheets = layers.map(
		({ name, columns }) =>
			`${shown(name)} has ${columns.length === 0 ? "none" : listed(columns.map(shown), LISTED_COLUMNS)}`,
	);
	throw new InvalidArgumentError(
		`the file is ${format}, and no sheet has the columns ${needed} in its first row: ${sheets.length === 0 ? "it has no sheets" : listed(sheets, LISTED_SHEETS, "; ")}`,
	);
}

const shown = (name: string) => `"${name.trim().replace(/\s+/g, " ").slice(0, 40)}"`;

const listed = (items: readonly string[], most = LISTED_SHEETS, between = ", ") =>
	`${items.slice(0, most).join(between)}${items.length > most ? " …" : ""}`;
