import { join } from "node:path";
import { InvalidArgumentError } from "@/lib/rules/errors";
import type { ConvertedLayer } from "./jobs";
import { SheetRows } from "./sheet-rows";
import type { ZipMember } from "./unzip";
import { readPart, readWorkbookParts } from "./workbook-parts";
import { type WriteBudget, WrittenText } from "./written-text";

/**
 * Writes each sheet of a workbook of Excel as a table separated by tabs, its first row with values
 * as the headings. Rows without values are blank lines, so that lines count the rows of the sheet.
 * @throws InvalidArgumentError for a file that is no workbook; TooLargeError
 */
export async function readWorkbook(
	members: readonly ZipMember[],
	name: string,
	{ directory, budget }: { directory: string; budget: WriteBudget },
): Promise<ConvertedLayer[]> {
	const what = `the file is ${name}`;
	const parts = await readWorkbookParts(members, what);
	if (parts.sheets.length === 0) throw new InvalidArgumentError(`${what}, and it cannot be read: it has no sheets`);
	const layers: ConvertedLayer[] = [];
	for (const sheet of parts.sheets) {
		const path = join(directory, `sheet${layers.length}`);
		const text = new WrittenText(path, budget);
		const rows = new SheetRows(parts, (line) => text.write(line));
		try {
			await readPart(members, sheet.part, what, rows);
		} finally {
			text.close();
		}
		layers.push({ name: sheet.name, kind: "table", path, columns: rows.headings });
	}
	return layers;
}
