import { EventEmitter } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Database } from "@/lib/platform/db/database";
import { parseEnvironment } from "@/lib/platform/env";
import { openFileStore } from "@/lib/platform/files/open-file-store";
import type { Service } from "@/lib/platform/service";
import { createTestDatabase, type TestDatabase } from "./database";

/**
 * A service for one test file, with a real database and file store, and a clock that the test
 * moves.
 */
export interface TestService extends Service {
	readonly kind: Database["kind"];
	/** The database below `prisma`; not yet that of the process, see `setDatabase`. */
	readonly database: Database;
	/** Moves the clock. */
	advance(milliseconds: number): void;
	/** Closes the database and removes all files. */
	drop(): Promise<void>;
}

/** The initial time of a test service. */
export const TEST_EPOCH = Date.UTC(2026, 0, 5, 9, 0, 0);

/** Opens a service, by default on a fresh clone of the migrated database. */
export async function createTestService(
	kind?: Database["kind"],
	settings: Record<string, string> = {},
	opened: Promise<TestDatabase> = createTestDatabase(kind),
): Promise<TestService> {
	const database = await opened;
	const directory = await mkdtemp(join(tmpdir(), "targeting-test-"));
	let now = TEST_EPOCH;
	return {
		kind: database.kind,
		database,
		prisma: database.prisma,
		files: openFileStore(pathToFileURL(directory).href, directory),
		secret: "a secret of tests alone, long enough",
		// All calls of a test come from one address within one minute.
		settings: parseEnvironment({ ALLOW_PLAIN_HTTP: "true", WRONG_KEY_RATE_LIMIT: "0", ...settings }),
		signals: new EventEmitter().setMaxListeners(0),
		// Each reading adds a millisecond, so that no two changes have the same time.
		now: () => new Date(now++),
		advance: (milliseconds) => {
			now += milliseconds;
		},
		drop: async () => {
			await database.drop();
			await rm(directory, { recursive: true, force: true });
		},
	};
}
