import { type AppliedMigration, LoadError } from "@/lib/platform/db/copy/load-tables";
import { readMigrations } from "@/lib/platform/db/migrations";
import { projectPath } from "@/lib/platform/project-path";

/**
 * An archive of an older version is imported as it is, and the next start migrates it.
 * @throws LoadError for one of a newer version, or of another history
 */
export async function requireKnownMigrations(migrations: readonly AppliedMigration[]): Promise<void> {
	const known = await readMigrations(projectPath("prisma", "migrations"));
	const unknown = migrations.find(
		({ name, checksum }) => !known.some((own) => own.name === name && own.checksum === checksum),
	);
	if (unknown === undefined) return;
	throw new LoadError(
		`the archive has the migration ${unknown.name}, which this version does not have: import it with the version that made it, or a later one`,
	);
}
