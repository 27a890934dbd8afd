import type pg from "pg";
import type { Database } from "@/lib/platform/db/database";
import { openEmbeddedPool } from "@/lib/platform/db/embedded/open-embedded-pool";
import { openPostgresPool } from "@/lib/platform/db/postgres-pool";
import { createPrismaClient } from "@/lib/platform/db/prisma-client";

export { type Database, database, setDatabase } from "@/lib/platform/db/database";

/** Which database to open: the embedded one below a directory, or the PostgreSQL server that a URL names. */
export type DatabaseOptions = ({ dataDir: string } | { databaseUrl: string }) & {
	/** Told of failures that no caller waits for: lost idle connections, maintenance that did not run. */
	onError?: (error: Error) => void;
};

/**
 * Opens a database (design.md section 6, `DATA_DIR` and `DATABASE_URL`); applies no migrations, see `migrate`.
 * @throws DatabaseInUseError when another process has the embedded database open.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
	const onError = options.onError ?? (() => undefined);
	const opened =
		"dataDir" in options
			? await openEmbeddedPool({ dataDir: options.dataDir, onError })
			: await openPostgresPool({ databaseUrl: options.databaseUrl, onError });
	return createDatabase(opened);
}

/**
 * Puts Prisma on top of an open pool.
 * @param opened with connections for statements that are planned once, where there are more than one
 */
export function createDatabase({
	kind,
	pool,
	plannedOnce = pool,
	close,
}: Pick<Database, "kind" | "pool" | "close"> & { readonly plannedOnce?: pg.Pool }): Database {
	const prisma = createPrismaClient({ pool, plannedOnce });
	let closing: Promise<void> | undefined;
	return {
		prisma,
		pool,
		plannedOnce,
		kind,
		close: () => {
			closing ??= prisma.$disconnect().then(close);
			return closing;
		},
	};
}
