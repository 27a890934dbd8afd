import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createEmptyDatabase, testDatabaseKinds } from "@/lib/tools/testing/database";
import { killTelling } from "@/lib/tools/testing/kill/kill-telling";

/** `npm run kill:idempotency -- --of events` has more. */
const KILLS = 2;

test.each(testDatabaseKinds())(
	"each event is told once although its process is killed, on %s",
	async (kind) => {
		const directory = await mkdtemp(join(tmpdir(), "targeting-kill-"));
		const database = kind === "postgres" ? await createEmptyDatabase(kind) : null;
		try {
			const settings = { DATA_DIR: directory, ...(database?.url ? { DATABASE_URL: database.url } : {}) };
			const report = await killTelling({ settings, kills: KILLS, seed: 20_261_125 });
			expect(report).toMatchObject({ kills: KILLS, problems: [] });
			expect(report.recorded).toBeGreaterThan(0);
		} finally {
			await database?.drop();
			await rm(directory, { recursive: true, force: true });
		}
	},
	180_000,
);
