import { EventEmitter } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "@/lib/platform/db/database";
import { parseEnvironment } from "@/lib/platform/env";
import { LocalFileStore } from "@/lib/platform/files/local-file-store";
import type { Service } from "@/lib/platform/service";
import { createTestDatabase } from "@/lib/tools/testing/database";

/** A service on a database and a file store for one test. */
export async function openTestService(kind: Database["kind"]): Promise<{ service: Service; drop(): Promise<void> }> {
	const directory = await mkdtemp(join(tmpdir(), "seed-"));
	const database = await createTestDatabase(kind);
	return {
		service: {
			prisma: database.prisma,
			files: new LocalFileStore(directory),
			secret: "a secret of a test, of 32 characters",
			settings: parseEnvironment({}),
			signals: new EventEmitter(),
			now: () => new Date(),
		},
		drop: async () => {
			await database.drop();
			await rm(directory, { recursive: true, force: true });
		},
	};
}
