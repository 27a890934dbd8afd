import type pg from "pg";
import type { Client } from "@/lib/platform/db/prisma-client";
import { processCell } from "@/lib/platform/process-state";

/** An open database: the embedded one or a PostgreSQL server, alike but for `kind`. */
export interface Database {
	readonly prisma: Client;
	/** The connections below `prisma`, for SQL that Prisma has no words for. The embedded database has only one. */
	readonly pool: pg.Pool;
	/** Those of statements that are planned once (lib/platform/db/prisma-client.ts); the same where there is only one. */
	readonly plannedOnce: pg.Pool;
	readonly kind: "embedded" | "postgres";
	/** Finishes what is running, closes every connection and gives the directory free. */
	close(): Promise<void>;
}

const cell = processCell<Database>("database");

/** Makes `opened` the database of this process (undefined: none any more). The start-up of each process calls it, and tests. */
export function setDatabase(opened: Database | undefined): void {
	cell.value = opened;
}

/** The database of this process. Throws when the start-up has not opened one. */
export function database(): Database {
	const opened = cell.value;
	if (!opened)
		throw new Error("No database is open: the process must call openDatabase and setDatabase when it starts.");
	return opened;
}
