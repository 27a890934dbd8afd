import type pg from "pg";
import { afterEach, expect, test } from "vitest";
import { setDatabase } from "@/lib/platform/db/client";
import { snapshotsOf } from "@/lib/platform/db/copy/snapshots";
import { parseEnvironment } from "@/lib/platform/env";
import { setService } from "@/lib/platform/service";
import { serveAdmin } from "@/lib/processes/admin/serve-admin";
import { migratedDataDirectory } from "@/lib/processes/server/testing/start-service";
import { openService } from "@/lib/processes/startup/open-service";
import { createTestDatabase, testDatabaseKinds } from "@/lib/tools/testing/database";
import { type OpenExportSource, openExportSource } from "./open-export-source";

afterEach(() => {
	setService(undefined);
	setDatabase(undefined);
});

/** Writes one row after the other until it is stopped; gives their names with when each was acknowledged. */
function writeOn(pool: pg.Pool) {
	const acknowledged = new Map<string, Date>();
	let isStopped = false;
	const ended = (async () => {
		for (let number = 0; !isStopped; number += 1) {
			const name = `row ${number}`;
			await pool.query("INSERT INTO service_facts (name, value) VALUES ($1, 'written')", [name]);
			const { rows } = await pool.query<{ at: Date }>("SELECT clock_timestamp() AS at");
			acknowledged.set(name, rows[0]?.at ?? new Date(0));
		}
	})();
	const more = async () => {
		for (const until = acknowledged.size + 20; acknowledged.size < until; ) await pool.query("SELECT 1");
	};
	const stop = async () => {
		isStopped = true;
		await ended;
		return acknowledged;
	};
	return { more, stop };
}

/** Takes a snapshot while rows are written, reads it late, and compares its moment with what it holds. */
async function expectMomentOf(pool: pg.Pool, openSnapshot: OpenExportSource["openSnapshot"]): Promise<void> {
	const writing = writeOn(pool);
	await writing.more();
	const { client, takenAt, close } = await openSnapshot();
	await writing.more();
	const { rows } = await client.query<{ name: string }>("SELECT name FROM service_facts WHERE value = 'written'");
	await close();
	const acknowledged = [...(await writing.stop())];
	const held = new Set(rows.map(({ name }) => name));
	const before = acknowledged.filter(([, at]) => at < takenAt);
	expect(before.length).toBeGreaterThanOrEqual(20);
	expect(before.filter(([name]) => !held.has(name))).toEqual([]);
	// What came later is not in it, so the moment is no earlier than it has to be.
	expect(acknowledged.length - held.size).toBeGreaterThanOrEqual(20);
}

test.runIf(testDatabaseKinds().includes("embedded"))(
	"a backup of the embedded database of a running service has what was acknowledged before its moment",
	async () => {
		const data = await migratedDataDirectory();
		const environment = parseEnvironment({ DATA_DIR: data.path });
		const { service, database } = await openService(environment);
		setService(service);
		setDatabase(database);
		const admin = await serveAdmin(environment, "http://127.0.0.1:1");
		const source = await openExportSource(environment, "a test");
		try {
			// The copy was made when the source was opened; the next snapshot is one of its own.
			await (await source.openSnapshot()).close();
			await expectMomentOf(database.pool, source.openSnapshot);
		} finally {
			await source.close();
			await admin.stop();
			await database.close();
			await data.remove();
		}
	},
);

test.runIf(testDatabaseKinds().includes("postgres"))("a backup of PostgreSQL does, too", async () => {
	const database = await createTestDatabase("postgres");
	await expectMomentOf(database.pool, snapshotsOf(database.pool));
	await database.drop();
});
