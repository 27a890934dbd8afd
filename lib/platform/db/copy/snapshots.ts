import type pg from "pg";
import { liftAnswerBound } from "@/lib/platform/db/watch-connections";
import { prepareCopy } from "./copy-rows";

/** One state of a database, which does not change while it is read. */
export interface Snapshot {
	readonly client: pg.PoolClient;
	/** A moment before the snapshot: it contains every change acknowledged until then. */
	readonly takenAt: Date;
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
			// The first statement that reads takes the snapshot; now() is that of BEGIN.
			const { rows } = await client.query<{ at: Date }>("SELECT now() AS at, EXISTS (SELECT FROM _prisma_migrations)");
			return { client, takenAt: rows[0]?.at ?? new Date(0), close };
		} catch (error) {
			await close();
			throw error;
		}
	};
