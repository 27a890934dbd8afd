import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findSchemaDifference, projectSchema } from "@/lib/platform/db/schema-difference";

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
