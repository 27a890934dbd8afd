import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { EnvironmentError } from "@/lib/platform/env";

const MARK = "moved-to-postgresql";

/**
 * Marks a data directory whose service has moved to PostgreSQL (docs/operations/backup.md, From one
 * database to the other). Does nothing where there is no embedded database.
 * @param server without credentials
 */
export async function markMoved(dataDir: string, server: string): Promise<void> {
	if (!existsSync(/* turbopackIgnore: true */ join(dataDir, "database", "PG_VERSION"))) return;
	// The first mark stays: it names the server that the data went to.
	await writeFile(join(dataDir, MARK), `${server}\n`, { flag: "wx", mode: 0o600 }).catch(
		(error: NodeJS.ErrnoException) => {
			if (error.code !== "EEXIST") throw error;
		},
	);
}

/**
 * Keeps commands and starts without DATABASE_URL from the older data that a move has left behind.
 * @throws EnvironmentError that names the setting and the mark
 */
export function refuseMoved(dataDir: string): void {
	const mark = join(dataDir, MARK);
	if (!existsSync(/* turbopackIgnore: true */ mark)) return;
	const server = readFileSync(mark, "utf8").trim();
	throw new EnvironmentError(
		`the database of ${dataDir} has moved to PostgreSQL at ${server}: set DATABASE_URL, or remove ${mark} to go back to the older data`,
	);
}
