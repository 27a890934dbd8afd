import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type pg from "pg";
import { chainEvents } from "@/lib/domain/audit/chain/chain-events";
import type { FileStore } from "@/lib/platform/files/file-store";
import type { Service } from "@/lib/platform/service";
import { createRequest, createWorld, type World } from "@/lib/tools/testing/world";

/** Less work for a guess of a passphrase, and for a test. */
export const QUICK = { N: 1_024, r: 8, p: 1 };
export const PASSPHRASE = "ten hidden words in a row";

/** Fills a service with values and files that copies get wrong. */
export async function createSavedWorld(service: Service, pool: pg.Pool): Promise<World & { readonly keys: string[] }> {
	const world = await createWorld(service);
	const keys: string[] = [];
	for (let number = 0; number < 3; number++) {
		const { build_id: buildId } = await createRequest(service, world);
		keys.push(`builds/${buildId}.tgt`);
	}
	await pool.query(`
		INSERT INTO geofence_collections (geofence_count, west, south, east, north)
			VALUES (1, 0.1::float8 + 0.2::float8, 'NaN', '-Infinity', 1e-310), (2147483647, -0.0, 5e-324, 1.7976931348623157e308, NULL);
		INSERT INTO geofence_chunks (collection_id, position, geofence_count, content)
			SELECT id, n, 1, decode(repeat(md5(n::text), 20000 * (n % 3)), 'hex') FROM geofence_collections, generate_series(1, 6) n;
		INSERT INTO audit_windows (subject, repeated, ends_at, event)
			VALUES ('json null', 0, 'infinity', 'null'), ('é ü 𝄞 "quoted" \\ back' || chr(10) || 'line' || chr(9), 1, '0001-01-01 BC', '{"a": 1e400, "b": "\\u2028"}');
		INSERT INTO notice_states (subject, bad, at) SELECT 'state ' || n, n % 2 = 0, now() FROM generate_series(1, 3000) n;
		INSERT INTO match_runs (target_id, run_id, batch, counted_at) SELECT id, gen_random_uuid(), 9223372036854775807, now() FROM targets;
		UPDATE organizations SET price_audience_cpm = 99999999.9999;
		UPDATE api_keys SET scopes = '{}'`);
	await service.prisma.auditWindow.create({
		data: { subject: "an array", repeated: 2, ends_at: new Date(), event: [null, {}] },
	});
	await chainEvents(service);
	// These events are not chained yet.
	keys.push(`builds/${(await createRequest(service, world)).build_id}.tgt`);
	// One is larger than a chunk of an archive.
	for (const [place, key] of keys.entries()) await store(service.files, key, randomBytes(10 + place * 300_000));
	await store(service.files, "builds/of-nobody.tgt", randomBytes(10));
	return { ...world, keys };
}

export async function store(files: FileStore, key: string, content: Uint8Array): Promise<void> {
	const path = join(await files.workDirectory(), `test-${randomBytes(8).toString("hex")}`);
	await writeFile(path, content);
	await files.put(key, path);
}

/** Rows that belong to one installation alone. */
const OWN = /^\((file_store_identity|opt_outs_unconfirmed_since),/;

/** Every row of every table, as the database writes it, and where its sequences are. */
export async function everything(pool: pg.Pool): Promise<Record<string, string[]>> {
	const { rows: tables } = await pool.query<{ name: string }>(
		`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()
		AND tablename NOT IN ('_prisma_migrations', 'call_windows', 'change_events')`,
	);
	const found: Record<string, string[]> = {};
	for (const { name } of tables) {
		const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
		found[name] = rows.map(({ row }) => row).filter((row) => !OWN.test(row));
		found[name]?.sort();
	}
	const { rows } = await pool.query<{ at: string }>(
		"SELECT sequencename || ' ' || COALESCE(last_value::text, 'unused') AS at FROM pg_sequences ORDER BY 1",
	);
	return { ...found, sequences: rows.map(({ at }) => at).filter((at) => !at.startsWith("change_events")) };
}

/** The contents of files, in base64; undefined for those that are not there. */
export async function contents(files: FileStore, keys: readonly string[]): Promise<(string | undefined)[]> {
	return Promise.all(
		keys.map(async (key) => {
			if ((await files.stat(key)) === undefined) return undefined;
			return (await buffer(await files.createReadStream(key))).toString("base64");
		}),
	);
}
