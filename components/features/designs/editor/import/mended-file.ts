import type { Delimiter } from "@/lib/rules/documents/delimiter";
import { splitLines } from "@/lib/rules/documents/split-lines";
import { headingsBy } from "@/lib/rules/geofences/column-choice";
import type { TableOptions } from "@/lib/rules/geofences/parse-table";
import { quotedCell } from "@/lib/rules/text/csv-row";
import { openFile } from "./open-file";
import { linesOfRows, written } from "./refused-file";

/** Headings that say what was made of a table without a header row. */
function headerOf({ headings = [], choices: [choice] = [] }: Omit<TableOptions, "onRows">): string[] {
	const named = choice === undefined ? undefined : headingsBy(choice, headings);
	return headings.map((heading, index) => {
		if (choice?.ignored?.includes(heading)) return "";
		return named?.[index] || heading;
	});
}

async function* linesOf(file: Blob, options: Omit<TableOptions, "onRows">): AsyncGenerator<string> {
	const { mended = new Map<number, readonly string[]>(), headings } = options;
	let delimiter: Delimiter = ",";
	const onRows: TableOptions["onRows"] = ({ delimiter: own }) => {
		delimiter = own;
	};
	const rowOf = (cells: readonly string[]) => cells.map(quotedCell).join(delimiter);
	const ranges = linesOfRows(file, { ...options, onRows }, ({ line }) => (mended.has(line) ? "" : undefined));
	let range = await ranges.next();
	const document = await openFile(file);
	yield "\n".repeat(document.line - 1);
	if (headings !== undefined) yield `${rowOf(headerOf(options))}\n`;
	let number = document.line - 1;
	// Lines that a mended row takes beside its first: all others keep their numbers.
	let own = 0;
	for await (const line of splitLines(document.body)) {
		number += 1;
		if (range.done !== true && number >= range.value.until) range = await ranges.next();
		const before = range.done === true || number < range.value.line;
		const cells = before ? undefined : mended.get(number);
		if (cells !== undefined) own = rowOf(cells).split("\n").length;
		if (before) yield `${line}\n`;
		else if (cells !== undefined) yield `${rowOf(cells)}\n`;
		else if (own > 1) own -= 1;
		else yield "\n";
	}
}

/**
 * The table with its mended rows, and with a header row where it has none, as the service is to read
 * it. All other lines stay as they are.
 */
export const mendedFile = (file: Blob, options: Omit<TableOptions, "onRows">): Promise<Blob> =>
	written(linesOf(file, options), "text/csv");
