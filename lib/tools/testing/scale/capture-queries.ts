import type pg from "pg";
import { createDatabase, type Database } from "@/lib/platform/db/client";
import type { Planned } from "@/lib/platform/db/prisma-client";

/** A statement as it went to the database. */
export interface CapturedQuery {
	readonly text: string;
	readonly values: readonly unknown[];
	/** Whether it goes to where statements are planned once. */
	readonly planned: Planned;
}

/** A database on the same pool, whose statements are kept. */
export interface CapturingDatabase {
	readonly database: Database;
	/** What was asked since the last call, in order. */
	taken(): CapturedQuery[];
}

/** Puts Prisma on top of a pool once more, in such a way that every statement is kept. */
export function captureQueries(pool: pg.Pool, kind: Database["kind"]): CapturingDatabase {
	let captured: CapturedQuery[] = [];
	const capturing = <Asked extends pg.Pool | pg.PoolClient>(asked: Asked, planned: Planned): Asked =>
		new Proxy(asked, {
			get(target, name) {
				if (name === "query") {
					return (query: pg.QueryArrayConfig | string, ...rest: unknown[]) => {
						captured.push(
							typeof query === "string"
								? { text: query, values: [], planned }
								: { text: query.text, values: query.values ?? [], planned },
						);
						return Reflect.apply(target.query, target, [query, ...rest]);
					};
				}
				if (name === "connect" && "totalCount" in target) return async () => capturing(await target.connect(), planned);
				const value: unknown = Reflect.get(target, name, target);
				return typeof value === "function" ? value.bind(target) : value;
			},
		});
	const database = createDatabase({
		kind,
		pool: capturing(pool, "anew"),
		plannedOnce: capturing(pool, "once"),
		close: () => Promise.resolve(),
	});
	return {
		database,
		taken: () => {
			const taken = captured;
			captured = [];
			return taken;
		},
	};
}
