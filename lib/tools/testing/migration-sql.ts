import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { projectPath } from "@/lib/platform/project-path";

/**
 * The statements of a migration, for running what it changes of rows once more.
 * @param name without its date
 */
export async function migrationSql(name: string): Promise<string> {
	const directory = projectPath("prisma", "migrations");
	const found = (await readdir(directory)).find((each) => each.replace(/^\d+_/, "") === name);
	if (found === undefined) throw new Error(`There is no migration '${name}'.`);
	return readFile(join(directory, found, "migration.sql"), "utf8");
}
