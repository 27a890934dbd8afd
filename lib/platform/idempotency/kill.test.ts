import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createEmptyDatabase, testDatabaseKinds } from "@/lib/tools/testing/database";
import { killRounds } from "@/lib/tools/testing/kill/kill-rounds";

/** `npm run kill:idempotency` has more. */
const KILLS = 3;

test.each(testDatabaseKinds())(
	"a request with an Idempotency-Key has one effect although its process is killed, on %s",
	async (kind) => {
		const directory = await mkdtemp(join(tmpdir(), "targeting-kill-"));
		const database = kind === "postgres" ? await createEmptyDatabase(kind) : null;
		try {
			const settings = { DATA_DIR: directory, ...(database?.url ? { DATABASE_URL: database.url } : {}) };
			const report = await killRounds({ settings, kills: KILLS, seed: 20_261_125 });
			expect(report).toMatchObject({ kills: KILLS, problems: [] });
			expect(report.inFlight).toBeGreaterThan(0);
		} finally {
			await database?.drop();
			await rm(directory, { recursive: true, force: true });
		}
	},
	180_000,
);
