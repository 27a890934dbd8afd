import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findSchemaDifference, migrationName, projectSchema } from "@/lib/platform/db/schema-difference";

test("an additional column is the only difference, with its SQL", async () => {
	const directory = await mkdtemp(join(tmpdir(), "targeting-schema-"));
	const source = projectSchema();
	const schemaPath = join(directory, "schema.prisma");
	const schema = await readFile(source.schemaPath, "utf8");
	await writeFile(schemaPath, schema.replace("model Organization {", "model Organization {\n  motto String?"));
	const difference = await findSchemaDifference({ ...source, schemaPath });
	await rm(directory, { recursive: true });
	expect(difference?.summary).toContain("Added column `motto`");
	// `npm run db:check` checks the unmodified schema in every run of all tests.
	expect(difference?.sql).toBe('-- AlterTable\nALTER TABLE "organizations" ADD COLUMN     "motto" TEXT;\n');
});

test.each(["20261128180000_add_prices", "20261128180000_next", "20261128180001_add_prices"])(
	"no other migration sorts behind the next one: %s",
	async (name) => {
		const migrationsPath = await mkdtemp(join(tmpdir(), "targeting-migrations-"));
		await mkdir(join(migrationsPath, name));
		await writeFile(join(migrationsPath, name, "migration.sql"), "SELECT 1;\n");
		const next = migrationName(new Date("2026-11-28T19:00:00+01:00"), "add_colors");
		expect(next).toBe("20261128180000_add_colors");
		const compared = findSchemaDifference({ ...projectSchema(), migrationsPath }, next);
		await expect(compared).rejects.toThrow(`${next} must sort last, and ${name} lies ahead of the clock (UTC)`);
		await rm(migrationsPath, { recursive: true });
	},
);
