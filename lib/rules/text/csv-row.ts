/** A cell: text, a number, or nothing. */
export type CsvValue = string | number | null;

/** What a spreadsheet takes for the beginning of a formula, when it opens a file that others have filled. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/**
 * One line of CSV (RFC 4180), with its line break. Text that a spreadsheet would run as a formula gets an apostrophe before it,
 * which spreadsheets take for "this is text"; numbers stay numbers.
 */
export function csvRow(values: readonly CsvValue[]): string {
	return `${values.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: CsvValue): string {
	if (value === null) return "";
	if (typeof value === "number") return String(value);
	const text = FORMULA.test(value) ? `'${value}` : value;
	return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
