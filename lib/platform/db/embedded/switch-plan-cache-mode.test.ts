import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPglitePool } from "@/lib/platform/db/embedded/pglite-pool";
import type { PlannedQuery } from "@/lib/platform/db/prisma-client";

let pool: pg.Pool;
let close: () => Promise<void>;

beforeAll(async () => {
	const opened = createPglitePool({ directory: null, durable: false });
	pool = opened.pool;
	close = async () => {
		await pool.end();
		await opened.thread.close();
	};
});

afterAll(() => close());

const statement = (name: string, mode: PlannedQuery["mode"]): PlannedQuery => ({
	name,
	text: `SELECT $1::int + 1 AS ${name}`,
	values: [1],
	mode,
});

/** Counts the generic and the custom plans of each statement. */
async function plans(): Promise<Record<string, [number, number]>> {
	const { rows } = await pool.query<{ name: string; generic: number; custom: number }>(
		"SELECT name, generic_plans::int AS generic, custom_plans::int AS custom FROM pg_prepared_statements ORDER BY name",
	);
	return Object.fromEntries(rows.map(({ name, generic, custom }) => [name, [generic, custom]]));
}

test("a statement is planned in its own mode, whatever the statement before it, also after a rollback", async () => {
	const [generic, auto] = [statement("generic", "generic"), statement("auto", "auto")];
	await Promise.all([generic, auto, auto, generic, auto].map((query) => pool.query(query)));
	expect(await plans()).toEqual({ auto: [0, 3], generic: [2, 0] });

	const client = await pool.connect();
	await client.query(generic);
	await client.query("BEGIN");
	await expect(client.query("SELECT 1 / 0")).rejects.toThrow("division by zero");
	await expect(client.query(auto)).rejects.toThrow("current transaction is aborted");
	await client.query("ROLLBACK");
	await client.query(auto);
	client.release();
	await pool.query(generic);
	expect(await plans()).toEqual({ auto: [0, 4], generic: [4, 0] });
});
