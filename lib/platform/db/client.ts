import type pg from "pg";
import type { Database } from "@/lib/platform/db/database";
import { openEmbeddedPool } from "@/lib/platform/db/embedded/open-embedded-pool";
import { isBehindPooler, openPostgresPool } from "@/lib/platform/db/postgres-pool";
import { createPrismaClient } from "@/lib/platform/db/prisma-client";
import { traceStatements } from "@/lib/platform/db/trace-statements";

export { type Database, database, setDatabase } from "@/lib/platform/db/database";

/** Selects the embedded database below a directory, or the PostgreSQL server of a URL. */
export type DatabaseOptions = ({ dataDir: string } | { databaseUrl: string; connections?: number }) & {
	/** Receives errors that reach no caller: lost idle connections, failed maintenance. */
	onError?: (error: Error) => void;
};

/**
 * Opens a database without migrating it (docs/operations.md, Storage).
 * @throws DatabaseInUseError when another process has the embedded database open
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
	const onError = options.onError ?? (() => undefined);
	const opened =
		"dataDir" in options
			? await openEmbeddedPool({ dataDir: options.dataDir, onError })
			: await openPostgresPool({ ...options, onError });
	const prepares = "dataDir" in options || !isBehindPooler(options.databaseUrl);
	return createDatabase({ ...opened, prepares });
}

/**
 * Builds Prisma's client on open pools.
 * @param opened with separate connections for generic plans, if the database allows several
 */
export function createDatabase({
	kind,
	pool,
	genericPool = pool,
	close,
	prepares = true,
}: Pick<Database, "kind" | "pool" | "close"> & {
	readonly genericPool?: pg.Pool;
	/** Whether statements may be prepared for the life of a connection. */
	readonly prepares?: boolean;
}): Database {
	for (const each of new Set([pool, genericPool])) traceStatements(each);
	const prisma = createPrismaClient({ pool, genericPool, prepares });
	let closing: Promise<void> | undefined;
	return {
		prisma,
		pool,
		genericPool,
		kind,
		close: () => {
			closing ??= prisma.$disconnect().then(close);
			return closing;
		},
	};
}
