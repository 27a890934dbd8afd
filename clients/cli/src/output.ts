type Stream = Pick<typeof process.stdout, "isTTY">;
/** A column of a table: its heading, and the text of a row. */
export type Column<T> = readonly [heading: string, text: (row: T) => string | number | null | undefined];

const STYLES = { bold: "1", dim: "2", red: "31", green: "32", yellow: "33" } as const;
export type Style = keyof typeof STYLES;

/** Writes results for people, or as JSON; what is under way goes to the standard error, for people alone. */
export class Output {
	readonly #isJson: boolean;
	#shown = "";

	constructor(isJson: boolean) {
		this.#isJson = isJson;
	}

	/** A result: as JSON, or in words. */
	result(data: unknown, words: () => string): void {
		this.progress(null);
		process.stdout.write(`${this.#isJson ? JSON.stringify(data, null, "\t") : words()}\n`);
	}

	/** One of many results: as a line of JSON, or in words. */
	item(data: unknown, words: () => string): void {
		process.stdout.write(`${this.#isJson ? JSON.stringify(data) : words()}\n`);
	}

	/** Rows as a table; without any, a sentence. */
	table<T>(rows: readonly T[], columns: readonly Column<T>[], empty: string): string {
		if (rows.length === 0) return empty;
		const cells = [
			columns.map(([heading]) => heading),
			...rows.map((row) => columns.map(([, text]) => oneLine(text(row)))),
		];
		const widths = columns.map((_, at) => Math.max(...cells.map((line) => widthOf(line[at]))));
		const lines = cells.map((line) =>
			line
				.map((cell, at) => cell + " ".repeat((widths[at] ?? 0) - widthOf(cell)))
				.join("  ")
				.trimEnd(),
		);
		return [this.style("bold", lines[0] ?? ""), ...lines.slice(1)].join("\n");
	}

	/** A sentence beside the result. */
	note(text: string): void {
		if (this.#isJson) return;
		this.progress(null);
		process.stderr.write(`${text}\n`);
	}

	/** What is under way: one line that is written again at a terminal, else a line when it changes; null removes it. */
	progress(text: string | null): void {
		const next = text ?? "";
		if (next === this.#shown || this.#isJson) return;
		this.#shown = next;
		if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${next}`);
		else if (next !== "") process.stderr.write(`${next}\n`);
	}

	/** An error: as JSON, or its sentence. */
	error(data: object, text: string): void {
		this.progress(null);
		const words = `${isColored(process.stderr) ? paint("red", "error:") : "error:"} ${text}`;
		process.stderr.write(`${this.#isJson ? JSON.stringify({ error: data }) : words}\n`);
	}

	/** Text of the result in a style, where it is shown in colors. */
	style(style: Style, text: string): string {
		return isColored(process.stdout) ? paint(style, text) : text;
	}
}

const isColored = ({ isTTY }: Stream) => isTTY && !process.env.NO_COLOR && process.env.TERM !== "dumb";
const paint = (style: Style, text: string) => `\u001b[${STYLES[style]}m${text}\u001b[0m`;
const widthOf = (text = "") => [...text].length;

/** A text of others on one line: without what moves the cursor or turns its direction around. */
export const oneLine = (text: string | number | null | undefined): string =>
	String(text ?? "").replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e]+/gu, " ");

/** A number with its noun. */
export const countWords = (count: number, noun: string) =>
	`${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** A number of bytes for people. */
export function sizeWords(bytes: number | null): string {
	const power = Math.min(4, Math.floor(Math.log10(Math.max(bytes ?? 0, 1)) / 3));
	return `${Number(((bytes ?? 0) / 1000 ** power).toPrecision(3))} ${["B", "kB", "MB", "GB", "TB"][power]}`;
}

/** An instant in the reader's zone, as `2026-11-29 14:05`. */
export const timeWords = (iso: string) =>
	new Date(iso).toLocaleString("sv-SE", { dateStyle: "short", timeStyle: "short" });
