import { constants } from "node:fs";
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";

/**
 * Copies the embedded database into a new directory. The copy occupies the only connection, so that
 * nothing is written. Where the file system can, it shares the blocks.
 * @returns a moment before the copy: it contains every change acknowledged until then
 */
export async function copyDatabase(pool: pg.Pool, dataDir: string, to: string): Promise<Date> {
	const client = await pool.connect();
	try {
		const { rows } = await client.query<{ at: Date }>("SELECT clock_timestamp() AS at");
		await client.query("CHECKPOINT");
		await mkdir(to, { mode: 0o700 });
		await cp(join(dataDir, "database"), join(to, "database"), { recursive: true, mode: constants.COPYFILE_FICLONE });
		return rows[0]?.at ?? new Date(0);
	} catch (error) {
		await rm(to, { recursive: true, force: true });
		throw error;
	} finally {
		client.release();
	}
}
