/**
 * Rows of a long list, read chunk by chunk as they are taken, so that they are never in memory together. Each read begins
 * behind the last row of the one before (null at first), so that rows that come or go meanwhile shift none of the others.
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
