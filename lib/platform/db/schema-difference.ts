import { readFile } from "node:fs/promises";
import type { MigrationList } from "@prisma/schema-engine-wasm/schema_engine_bg";
import { MigrationError } from "@/lib/platform/db/migrate";
import { type Migration, readMigrations } from "@/lib/platform/db/migrations";
import { withSchemaEngine } from "@/lib/platform/db/schema-engine";
import { projectPath } from "@/lib/platform/project-path";

/** The changes of prisma/schema.prisma that no migration makes. */
export interface SchemaDifference {
	/** One change a line. */
	summary: string;
	/** The SQL of the missing migration. */
	sql: string;
}

/** The schema and the migrations to compare. */
export interface SchemaSource {
	schemaPath: string;
	migrationsPath: string;
}

/** The project's own schema and migrations. */
export function projectSchema(): SchemaSource {
	return { schemaPath: projectPath("prisma", "schema.prisma"), migrationsPath: projectPath("prisma", "migrations") };
}

/** Converts migrations to the schema engine's format. */
export function migrationList(baseDir: string, migrations: Migration[]): MigrationList {
	return {
		baseDir,
		lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
		shadowDbInitScript: "",
		migrationDirectories: migrations.map(({ name, sql }) => ({
			path: name,
			migrationFile: { path: "migration.sql", content: { tag: "ok", value: sql } },
		})),
	};
}

/** The name of a migration that is made at this time, in UTC. */
export const migrationName = (at: Date, words: string): string =>
	`${at.toISOString().replace(/\D/g, "").slice(0, 14)}_${words}`;

/**
 * Compares the schema with an empty database after all migrations; null if they agree. Expression
 * indexes and checks, which Prisma's schema cannot express, are not compared.
 * @param next the name of the migration that would make the changes
 * @throws MigrationError when that one would not sort last
 */
export async function findSchemaDifference(
	source: SchemaSource = projectSchema(),
	next: string = migrationName(new Date(), "next"),
): Promise<SchemaDifference | null> {
	const migrations = await readMigrations(source.migrationsPath);
	const later = migrations.find(({ name }) => name >= next);
	if (later !== undefined) {
		throw new MigrationError(
			`the migration ${next} must sort last, and ${later.name} lies ahead of the clock (UTC): rename that one`,
		);
	}
	const content = await readFile(source.schemaPath, "utf8");
	const diff = {
		from: { tag: "migrations" as const, ...migrationList(source.migrationsPath, migrations) },
		to: { tag: "schemaDatamodel" as const, files: [{ path: source.schemaPath, content }] },
		exitCode: true,
		filters: { externalTables: [], externalEnums: [] },
	};
	return withSchemaEngine(async (engine) => {
		const script = await engine.diff({ ...diff, script: true });
		if (script.exitCode === 0) return null;
		const summary = await engine.diff({ ...diff, script: false });
		return { summary: summary.stdout?.trim() ?? "", sql: `${script.stdout?.trim() ?? ""}\n` };
	});
}
