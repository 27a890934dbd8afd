import type pg from "pg";
import { createDatabase, type Database } from "@/lib/platform/db/client";
import type { PlanMode } from "@/lib/platform/db/prisma-client";

/** A statement as it went to the database. */
export interface CapturedQuery {
	readonly text: string;
	readonly values: readonly unknown[];
	/** Of the connection: `generic` or `auto`. */
	readonly mode: PlanMode;
}

/** A database on the same pool that records its statements. */
export interface CapturingDatabase {
	readonly database: Database;
	/** The statements since the last call, in order. */
	taken(): CapturedQuery[];
}

/** Builds a second Prisma client on a pool, which records every statement. */
export function captureQueries(pool: pg.Pool, kind: Database["kind"]): CapturingDatabase {
	let captured: CapturedQuery[] = [];
	const capturing = <Asked extends pg.Pool | pg.PoolClient>(asked: Asked, mode: PlanMode): Asked =>
		new Proxy(asked, {
			get(target, name) {
				if (name === "query") {
					return (query: pg.QueryArrayConfig | string, ...rest: unknown[]) => {
						captured.push(
							typeof query === "string"
								? { text: query, values: [], mode }
								: { text: query.text, values: query.values ?? [], mode },
						);
						return Reflect.apply(target.query, target, [query, ...rest]);
					};
				}
				if (name === "connect" && "totalCount" in target) return async () => capturing(await target.connect(), mode);
				const value: unknown = Reflect.get(target, name, target);
				return typeof value === "function" ? value.bind(target) : value;
			},
		});
	const database = createDatabase({
		kind,
		pool: capturing(pool, "auto"),
		genericPool: capturing(pool, "generic"),
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
