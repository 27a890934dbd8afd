import { InvalidArgumentError } from "@/lib/rules/errors";
import { CellTexts, type WorkbookParts } from "./workbook-parts";
import type { Attributes, XmlHandler } from "./xml-reader";

const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 16_384;
const DAY_MS = 24 * 3_600 * 1_000;
/** The day 1970-01-01 where days count from 1900, and from 1904. */
const UNIX_DAY = 25_569;
const DAYS_TO_1904 = 1_462;
/** A day that 1900 did not have, which workbooks count: those before it are one later. */
const NO_DAY = 60;
/** Digits that a workbook shows of a number; further ones come from its binary form. */
const DIGITS = 15;

/** Makes lines of a table of the rows of a sheet. */
export class SheetRows implements XmlHandler {
	/** The first row with a value, as far as its last one: cells beyond it have no heading. */
	headings: readonly string[] = [];
	readonly #parts: WorkbookParts;
	readonly #write: (line: string) => void;
	readonly #texts = new CellTexts();
	#line = 0;
	#row = 0;
	#cells: string[] = [];
	#column = 0;
	#type = "";
	#isDate = false;
	#value: string[] | undefined;

	constructor(parts: WorkbookParts, write: (line: string) => void) {
		this.#parts = parts;
		this.#write = write;
	}

	open(name: string, attributes: Attributes): void {
		this.#texts.open(name);
		if (name === "row") {
			this.#row = Number(attributes.r ?? this.#row + 1);
			[this.#cells, this.#column] = [[], 0];
			if (!(this.#row > this.#line && this.#row <= MOST_ROWS))
				throw new InvalidArgumentError("its rows are out of order");
		} else if (name === "c") {
			this.#column = columnOf(attributes.r) ?? this.#column + 1;
			this.#type = attributes.t ?? "n";
			this.#isDate = this.#parts.dates[Number(attributes.s ?? 0)] ?? false;
		} else if (name === "v") this.#value = [];
	}

	text(text: string): void {
		this.#value?.push(text);
		this.#texts.text(text);
	}

	close(name: string): void {
		this.#texts.close(name);
		if (name === "v") {
			this.#cells[this.#column - 1] = this.#valueOf((this.#value ?? []).join(""));
			this.#value = undefined;
		} else if (name === "is") this.#cells[this.#column - 1] = this.#texts.take();
		else if (name === "row") this.#writeRow();
	}

	#valueOf(value: string): string {
		if (this.#type === "s") return this.#parts.strings[Number(value)] ?? "";
		if (this.#type === "b") return value === "1" ? "true" : "false";
		const number = value.trim() === "" ? Number.NaN : Number(value);
		if (this.#type !== "n" || !Number.isFinite(number)) return value;
		return this.#isDate && number >= 0
			? dateOf(number, this.#parts.since1904)
			: String(Number(number.toPrecision(DIGITS)));
	}

	#writeRow(): void {
		const cells = Array.from(this.#cells, (cell) => cell ?? "");
		if (cells.every((cell) => cell.trim() === "")) return;
		if (this.headings.length === 0) this.headings = cells;
		const row = this.headings.map((_, column) => quoted(cells[column] ?? ""));
		// A row with values beside the columns alone is blank, too.
		this.#write(
			`${"\n".repeat(this.#row - this.#line - 1)}${row.every((cell) => cell === "") ? "" : row.join("\t")}\n`,
		);
		this.#line = this.#row;
	}
}

/** The column of a cell: 2 for `B7`. */
function columnOf(reference: string | undefined): number | undefined {
	const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0];
	if (letters === undefined) return undefined;
	const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
	if (column > MOST_COLUMNS) throw new InvalidArgumentError(`it has no column ${letters}`);
	return column;
}

const quoted = (cell: string) => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** A date, a time of a day, or both, as ISO 8601 has them. */
function dateOf(number: number, since1904: boolean): string {
	const day = since1904 ? number + DAYS_TO_1904 : number < NO_DAY ? number + 1 : number;
	const time = new Date(Math.round((day - UNIX_DAY) * DAY_MS));
	if (Number.isNaN(time.getTime())) return String(number);
	const [date = "", clock = ""] = time
		.toISOString()
		.replace(/\.000Z$|Z$/, "")
		.split("T");
	if (number < 1) return clock;
	return Number.isInteger(number) ? date : `${date}T${clock}`;
}
