import type { DuckDBValue } from "@duckdb/node-api";
import { type DuckDbOptions, literal, openDuckDb } from "@/lib/engine/audience/duckdb";

/** An open release. Its queries run one after the other: each has all of its threads. */
export interface ReleaseReader {
	rows(sql: string): Promise<Record<string, DuckDBValue>[]>;
	close(): Promise<void>;
}

/** Opens the file of a release for reading. */
export async function openRelease(path: string, options: DuckDbOptions): Promise<ReleaseReader> {
	const db = await openDuckDb(options, (opened) => opened.run(`ATTACH ${literal(path)} AS release (READ_ONLY)`));
	let last: Promise<unknown> = Promise.resolve();
	return {
		rows: (sql) => {
			const answer = last.then(() => db.rows(sql));
			last = answer.catch(() => undefined);
			return answer;
		},
		close: async () => {
			await last;
			await db.close();
		},
	};
}
