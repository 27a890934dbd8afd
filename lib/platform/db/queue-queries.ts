import type pg from "pg";

type Query = (config: unknown, values?: unknown, callback?: unknown) => unknown;

/**
 * Runs the queries of a connection one after the other. Prisma loads relations in parallel, also
 * inside a transaction; pg deprecates queueing them and its next major version refuses it.
 */
export function queueQueries(pool: pg.Pool): void {
	pool.on("connect", (client) => {
		const connection = client as unknown as { query: Query };
		const query: Query = connection.query.bind(client);
		let last: Promise<unknown> = Promise.resolve();
		connection.query = (config, values, callback) => {
			const answersByCallback =
				typeof callback === "function" ||
				typeof values === "function" ||
				(typeof config === "object" && config !== null && "submit" in config);
			if (answersByCallback) return query(config, values, callback);
			const next = last.then(() => query(config, values));
			last = next.catch(() => undefined);
			return next;
		};
	});
}
