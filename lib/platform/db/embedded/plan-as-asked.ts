import type pg from "pg";
import { isPlannedOnce } from "@/lib/platform/db/prisma-client";

type Query = (config: unknown, values?: unknown, callback?: unknown) => unknown;

/**
 * Switches the session's planning between statements of different kinds
 * (lib/platform/db/prisma-client.ts), for which PostgreSQL has separate connections. A transaction
 * keeps the planning of its BEGIN. Call it before `queueQueries`, so that no statement comes in
 * between.
 */
export function planAsAsked(pool: pg.Pool): void {
	pool.on("connect", (client) => {
		const connection = client as unknown as { query: Query };
		const query: Query = connection.query.bind(client);
		// The default of a new session.
		let once = false;
		connection.query = (config, values, callback) => {
			if (isPlannedOnce(config) === once) return query(config, values, callback);
			once = !once;
			const setting = `SET plan_cache_mode = ${once ? "force_generic_plan" : "auto"}`;
			const told = typeof values === "function" ? values : callback;
			if (typeof told !== "function") return Promise.resolve(query(setting)).then(() => query(config, values));
			return query(setting, (error: Error | null) => (error ? told(error) : query(config, values, callback)));
		};
	});
}
