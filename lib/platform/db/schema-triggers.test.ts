import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { projectSchema } from "@/lib/platform/db/schema-difference";
import { createTestDatabase } from "@/lib/tools/testing/database";

test("schema.prisma names every trigger beside its table, and no other", async () => {
	const { pool, drop } = await createTestDatabase();
	const { rows } = await pool.query<{ table: string; trigger: string }>(`
		SELECT tgrelid::regclass::text AS table, tgname AS trigger FROM pg_trigger
		WHERE NOT tgisinternal AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`);
	await drop();
	const schema = await readFile(projectSchema().schemaPath, "utf8");
	const named = schema.split(/^model /m).flatMap((model) => {
		const table = /@@map\("(\w+)"\)/.exec(model)?.[1] ?? "";
		const comment = /^ {2}\/\/ Triggers\n((?: {2}\/\/ .*\n)+)/m.exec(model)?.[1] ?? "";
		return (comment.match(new RegExp(`\\b${table}_\\w+`, "g")) ?? []).map((trigger) => `${table} ${trigger}`);
	});
	expect(named.sort()).toEqual(rows.map(({ table, trigger }) => `${table} ${trigger}`).sort());
});
