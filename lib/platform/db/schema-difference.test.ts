import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findSchemaDifference, projectSchema } from "@/lib/platform/db/schema-difference";

test("a schema with a further column differs from the project's migrations by that alone, and the SQL that is missing is given", async () => {
	const directory = await mkdtemp(join(tmpdir(), "targeting-schema-"));
	const source = projectSchema();
	const schemaPath = join(directory, "schema.prisma");
	const schema = await readFile(source.schemaPath, "utf8");
	await writeFile(schemaPath, schema.replace("model Organization {", "model Organization {\n  motto String?"));
	const difference = await findSchemaDifference({ ...source, schemaPath });
	await rm(directory, { recursive: true });
	expect(difference?.summary).toContain("Added column `motto`");
	// That nothing differs without it, `npm run db:check` shows in every run of all tests.
	expect(difference?.sql).toBe('-- AlterTable\nALTER TABLE "organizations" ADD COLUMN     "motto" TEXT;\n');
});
