import type pg from "pg";
import type { Client } from "@/lib/platform/db/prisma-client";
import { processCell } from "@/lib/platform/process-state";

/** An open database, embedded or on a PostgreSQL server; `kind` is the only difference. */
export interface Database {
	readonly prisma: Client;
	/**
	 * The connections below `prisma`, for SQL that Prisma cannot express. The embedded database has
	 * only one.
	 */
	readonly pool: pg.Pool;
	/**
	 * Connections for statements with generic plans (lib/platform/db/prisma-client.ts); the embedded
	 * database has the same pool for both.
	 */
	readonly genericPool: pg.Pool;
	readonly kind: "embedded" | "postgres";
	/** Waits for running statements, closes every connection and releases the directory. */
	close(): Promise<void>;
}

const cell = processCell<Database>("database");

/**
 * Sets the database of this process; undefined removes it. The start-up of each process calls it,
 * and tests.
 */
export function setDatabase(opened: Database | undefined): void {
	cell.value = opened;
}

/**
 * The database of this process.
 * @throws Error before the start-up has opened one
 */
export function database(): Database {
	const opened = cell.value;
	if (!opened)
		throw new Error("no database is open: the process must call openDatabase and setDatabase when it starts");
	return opened;
}
