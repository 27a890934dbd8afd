import type pg from "pg";
import { usesGenericPlan } from "@/lib/platform/db/prisma-client";

type Query = (config: unknown, values?: unknown, callback?: unknown) => unknown;

/**
 * Switches the session's `plan_cache_mode` between statements of different plan modes
 * (lib/platform/db/prisma-client.ts), which have separate connections on PostgreSQL. A transaction
 * keeps the mode of its BEGIN. Call it before `queueQueries`, so that no statement comes in
 * between.
 */
export function switchPlanCacheMode(pool: pg.Pool): void {
	pool.on("connect", (client) => {
		const connection = client as unknown as { query: Query };
		const query: Query = connection.query.bind(client);
		// The default of a new session.
		let generic = false;
		connection.query = (config, values, callback) => {
			if (usesGenericPlan(config) === generic) return query(config, values, callback);
			generic = !generic;
			const setting = `SET plan_cache_mode = ${generic ? "force_generic_plan" : "auto"}`;
			const done = typeof values === "function" ? values : callback;
			if (typeof done !== "function") return Promise.resolve(query(setting)).then(() => query(config, values));
			return query(setting, (error: Error | null) => (error ? done(error) : query(config, values, callback)));
		};
	});
}
