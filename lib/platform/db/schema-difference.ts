import { readFile } from "node:fs/promises";
import type { MigrationList } from "@prisma/schema-engine-wasm/schema_engine_bg";
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

/**
 * Compares the schema with an empty database after all migrations; null if they agree. Expression
 * indexes and checks, which Prisma's schema cannot express, are not compared.
 */
export async function findSchemaDifference(source: SchemaSource = projectSchema()): Promise<SchemaDifference | null> {
	const content = await readFile(source.schemaPath, "utf8");
	const migrations = await readMigrations(source.migrationsPath);
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
