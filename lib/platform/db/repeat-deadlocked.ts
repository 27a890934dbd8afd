import type pg from "pg";

type Query = (...given: unknown[]) => unknown;

const DEADLOCK = "40P01";
const ATTEMPTS = 5;

/**
 * Runs a statement outside of transactions again that the server has ended in favor of another one.
 * A read meets a migration so, when both lock the same tables in another order. Transactions are
 * repeated as a whole (lib/platform/db/transact.ts).
 */
export function repeatDeadlocked(pool: pg.Pool): void {
	const own = pool as unknown as { query: Query };
	const query = own.query.bind(pool);
	own.query = async (...given) => {
		for (let attempt = 1; ; attempt += 1) {
			try {
				return await query(...given);
			} catch (error) {
				if (attempt === ATTEMPTS || (error as { readonly code?: unknown }).code !== DEADLOCK) throw error;
			}
		}
	};
}
