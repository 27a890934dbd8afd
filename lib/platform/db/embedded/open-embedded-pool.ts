import { join, resolve } from "node:path";
import type { Database } from "@/lib/platform/db/database";
import { createDataDirectory } from "@/lib/platform/db/embedded/create-data-directory";
import { lockDirectory } from "@/lib/platform/db/embedded/directory-lock";
import { Maintenance } from "@/lib/platform/db/embedded/maintenance";
import { refuseMoved } from "@/lib/platform/db/embedded/moved-data";
import { createPglitePool } from "@/lib/platform/db/embedded/pglite-pool";
import { withRoomToStart } from "@/lib/platform/db/embedded/with-room-to-start";

/**
 * Opens the embedded PostgreSQL in `dataDir` (files in `database/`, lock in `database.lock`) and
 * creates it on the first start.
 * @throws DatabaseInUseError when another process has it open; EnvironmentError when the service has
 *   moved from it to PostgreSQL
 */
export async function openEmbeddedPool(options: {
	dataDir: string;
	onError: (error: Error) => void;
	/** False only in tests: commits do not wait for the disk. */
	durable?: boolean;
}): Promise<Pick<Database, "kind" | "pool" | "close">> {
	const dataDir = resolve(options.dataDir);
	refuseMoved(dataDir);
	const lock = lockDirectory(dataDir);
	try {
		const directory = join(dataDir, "database");
		await createDataDirectory(directory);
		const { pool, thread } = createPglitePool({ directory, durable: options.durable ?? true });
		pool.on("error", options.onError);
		await withRoomToStart(dataDir, () => thread.start());
		const maintenance = new Maintenance({ pool, onError: options.onError });
		maintenance.start();
		const close = async () => {
			try {
				await maintenance.stop();
				await pool.end();
				await thread.close();
			} finally {
				lock.release();
			}
		};
		return { kind: "embedded", pool, close };
	} catch (cause) {
		lock.release();
		throw cause;
	}
}
