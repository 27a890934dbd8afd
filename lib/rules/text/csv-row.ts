export type CsvValue = string | number | null;

/**
 * Text that a spreadsheet would run as a formula, or that looks like one with its mark: marked once
 * more, it comes back as it was.
 */
const FORMULA = /^'*\s*[=+\-@\t\r＝＋－＠]/;
/**
 * The same within a cell, for a reader that expects semicolons or tabs: to it the cell's quotes do
 * not stand at the beginning of a field, so that a separator within them begins another cell.
 */
const INNER_FORMULA = /([;\t\r\n][\s"]*'*)(?=[=+\-@＝＋－＠])/g;
const MARKED = /^'(?='*\s*[=+\-@\t\r＝＋－＠])/;
const INNER_MARKED = /([;\t\r\n][\s"]*'*)'(?=[=+\-@＝＋－＠])/g;
const NEEDS_QUOTES = /[",;|\t\r\n]|^\s|\s$/;

/** A spreadsheet takes the file for UTF-8 because of it. */
export const BYTE_ORDER_MARK = "\uFEFF";

/**
 * One line of CSV (RFC 4180) with its line break. An apostrophe marks text that spreadsheets would
 * run as a formula, whichever separator they expect; numbers stay numbers.
 */
export function csvRow(values: readonly CsvValue[]): string {
	return `${values.map(csvCell).join(",")}\r\n`;
}

/** One cell, in quotes where a separator, quotes or spaces are in it. */
export function csvCell(value: CsvValue): string {
	if (value === null) return "";
	if (typeof value === "number") return String(value);
	const marked = value.replace(INNER_FORMULA, "$1'");
	return quotedCell(FORMULA.test(value) ? `'${marked}` : marked);
}

/** The text of a cell that `csvCell` wrote, without the marks of formulas. */
export const unmarkedText = (text: string): string =>
	text.includes("'") ? text.replace(INNER_MARKED, "$1").replace(MARKED, "") : text;

/** One cell as it is, for text that is read again: a mark would change the name of a column. */
export function quotedCell(text: string): string {
	return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
