import type { Database } from "@/lib/platform/db/database";

type Kind = Database["kind"];

/**
 * The databases that this run tests on: the one that TEST_DATABASE names, else the embedded one and, where TEST_POSTGRES_URL names
 * a server, PostgreSQL. For suites of one database: `describe.each(testDatabaseKinds())`.
 */
export function testDatabaseKinds(): Kind[] {
	const chosen = process.env.TEST_DATABASE;
	const server = process.env.TEST_POSTGRES_URL;
	if (chosen !== undefined && chosen !== "embedded" && chosen !== "postgres") {
		throw new Error("TEST_DATABASE is embedded or postgres.");
	}
	if (chosen === "postgres" && !server) throw new Error("TEST_DATABASE=postgres needs TEST_POSTGRES_URL.");
	if (chosen) return [chosen];
	return server ? ["embedded", "postgres"] : ["embedded"];
}
