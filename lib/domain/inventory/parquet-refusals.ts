/** A rejected row: its line in CSV, counted with the header row, or its number in Parquet. */
export interface RefusedRow {
	line: number;
	reason: string;
}

/** Rejected rows in a response; the count includes all. */
export const LISTED_REFUSALS = 100;

/** Counts rejected rows and keeps the first ones. */
export class RefusalList {
	count = 0;
	#rows: RefusedRow[] = [];

	add(row: RefusedRow): void {
		this.count += 1;
		if (this.#rows.length < LISTED_REFUSALS) this.#rows.push(row);
	}

	/** Adds `count` rows, of which `first` are the first. */
	merge(count: number, first: readonly RefusedRow[]): void {
		this.count += count;
		this.#rows = [...this.#rows, ...first].sort((a, b) => a.line - b.line).slice(0, LISTED_REFUSALS);
	}

	/** The first rows by line. */
	get rows(): readonly RefusedRow[] {
		return this.#rows;
	}
}
