import type pg from "pg";
import { createDatabase, type Database } from "@/lib/db/client";

/** A statement as it went to the database. */
export interface CapturedQuery {
	readonly text: string;
	readonly values: readonly unknown[];
}

/** A database on the same pool, whose statements are kept. */
export interface CapturingDatabase {
	readonly database: Database;
	/** What was asked since the last call, in order. */
	taken(): CapturedQuery[];
}

/** Puts Prisma on top of a pool once more, in such a way that every statement outside of transactions is kept. */
export function captureQueries(pool: pg.Pool, kind: Database["kind"]): CapturingDatabase {
	let captured: CapturedQuery[] = [];
	const capturing = new Proxy(pool, {
		get(target, name) {
			if (name !== "query") return Reflect.get(target, name, target);
			return (query: pg.QueryArrayConfig, ...rest: unknown[]) => {
				captured.push({ text: query.text, values: query.values ?? [] });
				return Reflect.apply(target.query, target, [query, ...rest]);
			};
		},
	});
	const database = createDatabase({ kind, pool: capturing, close: () => Promise.resolve() });
	return {
		database,
		taken: () => {
			const taken = captured;
			captured = [];
			return taken;
		},
	};
}
