import type pg from "pg";
import { MigrationError, readHistory } from "@/lib/platform/db/migrate";
import { readMigrations } from "@/lib/platform/db/migrations";
import { projectPath } from "@/lib/platform/project-path";

/**
 * Refuses a database that is not at this version of the service, and changes nothing in it.
 * @throws MigrationError that names the remedy
 */
export async function requireMigrated(
	pool: pg.Pool,
	directory: string = projectPath("prisma", "migrations"),
): Promise<void> {
	const { rows } = await pool.query<{ there: boolean }>(
		"SELECT to_regclass('_prisma_migrations') IS NOT NULL AS there",
	);
	if (rows[0]?.there !== true)
		throw new MigrationError("the database is not one of this service: it has no migrations");
	const history = await readHistory(pool);
	const applied = history.filter(({ finished }) => finished).map(({ name }) => name);
	const known = (await readMigrations(directory)).map(({ name }) => name);
	if (known.some((name) => !applied.includes(name))) {
		throw new MigrationError("the database is at an older version than this one: start the service once");
	}
	if (applied.some((name) => !known.includes(name))) {
		throw new MigrationError("the database is at a newer version than this one: use the version that the service has");
	}
}
