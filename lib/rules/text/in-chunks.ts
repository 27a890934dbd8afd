/**
 * Yields the rows of a long list chunk by chunk. Each read begins after the last row of the one
 * before (null at first), so that concurrent inserts and deletes shift no other rows.
 */
export async function* inChunks<Row>(read: (last: Row | null) => Promise<readonly Row[]>): AsyncGenerator<Row> {
	let last: Row | null = null;
	for (;;) {
		const rows: readonly Row[] = await read(last);
		yield* rows;
		last = rows.at(-1) ?? null;
		if (last === null) return;
	}
}
