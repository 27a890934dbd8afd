import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EnvironmentError } from "@/lib/platform/env";
import { markMoved } from "./moved-data";
import { openEmbeddedPool } from "./open-embedded-pool";

let dataDir: string;
const mark = () => join(dataDir, "moved-to-postgresql");

beforeEach(async () => {
	dataDir = await mkdtemp(join(tmpdir(), "targeting-moved-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

test("an embedded database that was left for PostgreSQL is not opened again, and its mark names the server", async () => {
	await mkdir(join(dataDir, "database"));
	await writeFile(join(dataDir, "database", "PG_VERSION"), "18\n");
	await markMoved(dataDir, "db.example:5432/targeting");
	await markMoved(dataDir, "later.example/targeting");
	const opened = openEmbeddedPool({ dataDir, onError: () => undefined });
	await expect(opened).rejects.toThrow(EnvironmentError);
	await expect(opened).rejects.toThrow(
		`the database of ${dataDir} has moved to PostgreSQL at db.example:5432/targeting: set DATABASE_URL, or remove ${mark()} to go back`,
	);
	// Neither its lock nor anything else was touched.
	expect(existsSync(join(dataDir, "database.lock"))).toBe(false);
});

test("a directory that never had a database is not marked", async () => {
	await markMoved(dataDir, "db.example:5432/targeting");
	expect(existsSync(mark())).toBe(false);
});
