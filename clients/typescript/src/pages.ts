import type { Data, Http, OperationKey, Query } from "./http.js";

/** One page of a list, as the service answered it. */
export interface Page<T> {
	readonly rows: T[];
	/** The number of rows on all pages. */
	readonly total: number;
}

/** As many rows as the service gives at once. */
const LARGEST_PAGE = 500;

/**
 * The rows of a list: `for await (const row of list)` reads page after page, `first()` one page.
 * Rows that come or go meanwhile may be given twice or left out, as in every list by offset.
 */
export class List<T> implements AsyncIterable<T> {
	readonly #read: (limit: number, offset: number) => Promise<Page<T>>;

	constructor(read: (limit: number, offset: number) => Promise<Page<T>>) {
		this.#read = read;
	}

	/** @param limit the number of rows, up to 500; `offset` how many to pass over */
	first(limit = 20, offset = 0): Promise<Page<T>> {
		return this.#read(limit, offset);
	}

	/** The number of rows without any of them. */
	async count(): Promise<number> {
		return (await this.#read(0, 0)).total;
	}

	/** All rows at once. */
	async all(): Promise<T[]> {
		const rows: T[] = [];
		for await (const row of this) rows.push(row);
		return rows;
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<T, void, void> {
		for (let offset = 0; ; ) {
			const { rows, total } = await this.#read(LARGEST_PAGE, offset);
			yield* rows;
			offset += rows.length;
			if (rows.length === 0 || offset >= total) return;
		}
	}
}

/** A row of what an operation lists. */
export type Row<K extends OperationKey> = Data<K> extends readonly (infer R)[] ? R : Data<K>;
/** What narrows its list. */
export type Filters<K extends OperationKey> = Omit<Query<K>, "limit" | "offset">;

/** The list of an operation. */
export function listOf<K extends OperationKey>(http: Http, key: K, filters: object): List<Row<K>> {
	return new List(async (limit, offset) => {
		const { response } = (await http.call(key, { query: { ...filters, limit, offset } })) as {
			response: { data: Row<K>[]; total_row_count: number };
		};
		return { rows: response.data, total: response.total_row_count };
	});
}
