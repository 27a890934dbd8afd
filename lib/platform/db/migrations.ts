import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** A directory below prisma/migrations. */
export interface Migration {
	name: string;
	sql: string;
	/** SHA-256 of migration.sql in hexadecimal, as Prisma records it. */
	checksum: string;
}

/** Reads the migrations of `directory`, oldest first. */
export async function readMigrations(directory: string): Promise<Migration[]> {
	const entries = await readdir(directory, { withFileTypes: true });
	const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
	return Promise.all(
		names.sort().map(async (name) => {
			const sql = await readFile(join(directory, name, "migration.sql"), "utf8");
			return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
		}),
	);
}
