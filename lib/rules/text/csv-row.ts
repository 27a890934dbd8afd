export type CsvValue = string | number | null;

/** Text that a spreadsheet would run as a formula. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/**
 * One line of CSV (RFC 4180) with its line break. An apostrophe marks text that spreadsheets would
 * run as a formula; numbers stay numbers.
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
