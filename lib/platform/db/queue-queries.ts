import type pg from "pg";
import { oneAtATime } from "@/lib/platform/one-at-a-time";

type Query = (config: unknown, values?: unknown, callback?: unknown) => unknown;

/**
 * Runs the queries of a connection one after the other. Prisma loads relations in parallel, also
 * inside a transaction; pg deprecates queueing them and its next major version refuses it.
 */
export function queueQueries(pool: pg.Pool): void {
	pool.on("connect", (client) => {
		const connection = client as unknown as { query: Query };
		const query: Query = connection.query.bind(client);
		const inTurn = oneAtATime();
		connection.query = (config, values, callback) => {
			const answersByCallback =
				typeof callback === "function" ||
				typeof values === "function" ||
				(typeof config === "object" && config !== null && "submit" in config);
			if (answersByCallback) return query(config, values, callback);
			return inTurn(async () => query(config, values));
		};
	});
}
