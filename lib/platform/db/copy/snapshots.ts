import type pg from "pg";
import { liftAnswerBound } from "@/lib/platform/db/watch-connections";
import { prepareCopy } from "./copy-rows";

/** One state of a database, which does not change while it is read. */
export interface Snapshot {
	readonly client: pg.PoolClient;
	close(): Promise<void>;
}

export type OpenSnapshot = () => Promise<Snapshot>;

/** Snapshots by transactions, beside which others go on writing; the embedded database has one alone. */
export const snapshotsOf =
	(pool: pg.Pool): OpenSnapshot =>
	async () => {
		const client = await pool.connect();
		const restoreAnswerBound = liftAnswerBound(client);
		const close = async () => {
			try {
				await client.query("ROLLBACK");
			} finally {
				restoreAnswerBound();
				client.release();
			}
		};
		try {
			await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
			await prepareCopy(client);
			// The first statement that reads takes the snapshot.
			await client.query("SELECT FROM _prisma_migrations LIMIT 1");
		} catch (error) {
			await close();
			throw error;
		}
		return { client, close };
	};
