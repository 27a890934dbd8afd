import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DuckDbOptions, literal, withDuckDb } from "@/lib/engine/audience/duckdb";
import { importParquet } from "./import-parquet";

const NOW = new Date("2025-06-01T12:00:00Z");
const ID = "01234567-89ab-cdef-0123-456789abcdef";
const REST = "'gym' AS segment, DATE '2025-01-01' AS seen_at";

let directory: string;
let options: DuckDbOptions;
let count = 0;
beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "parquet-"));
	options = { tempDirectory: directory, memoryLimitMb: 512 };
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const scratch = () => {
	count += 1;
	return { inputPath: join(directory, `in-${count}`), outputPath: join(directory, `out-${count}.parquet`) };
};
const importFile = async (inputPath: string) =>
	importParquet({ inputPath, outputPath: scratch().outputPath, maxBytes: 1e9, now: NOW }, options);
async function fileOf(sql: string, more = "") {
	const { inputPath } = scratch();
	await withDuckDb(options, (db) => db.run(`COPY (${sql}) TO ${literal(inputPath)} (FORMAT parquet${more})`));
	return inputPath;
}
const importQuery = async (sql: string) => importFile(await fileOf(sql));
const reasons = ({ refused }: { refused: readonly { line: number; reason: string }[] }) =>
	refused.map(({ line, reason }) => `${line}: ${reason}`);

describe("bytes without a mark", () => {
	const NO_ID = "The device_id is neither a UUID nor a SHA-1 or SHA-256 in hexadecimal digits.";
	test.each([16, 20, 32])("%i letters are text, and not the bytes of an id", async (length) => {
		const letters = "device of somebody, and no bytes".slice(0, length);
		const intake = await importQuery(`SELECT * FROM (VALUES ('${ID}'::BLOB), ('${letters}'::BLOB)) AS t(device_id)
			CROSS JOIN (SELECT ${REST})`);
		expect(intake).toMatchObject({ rows: 1, deviceIdKind: "uuid" });
		expect(reasons(intake)).toEqual([`2: ${NO_ID}`]);
		await expect(importQuery(`SELECT '${letters}'::BLOB AS device_id, ${REST}`)).rejects.toThrow(
			`the only row is refused, the first (line 1) because: ${NO_ID.slice(0, -1)}`,
		);
	});

	test.each([
		[16, "uuid"],
		[20, "sha1"],
		[32, "sha256"],
	])("%i bytes are an id", async (length, kind) => {
		const intake = await importQuery(`SELECT unhex(repeat('9a', ${length})) AS device_id, ${REST}
			UNION ALL SELECT unhex('9a') AS device_id, ${REST}`);
		expect(intake).toMatchObject({ rows: 1, deviceIdKind: kind });
		expect(reasons(intake)).toEqual([expect.stringContaining(NO_ID)]);
	});

	test("a segment that is not UTF-8 costs its row", async () => {
		const intake =
			await importQuery(`SELECT '${ID}' AS device_id, unhex('4bf66c6e') AS segment, DATE '2025-01-01' AS seen_at
			UNION ALL SELECT '${ID}', encode('Köln'), DATE '2025-01-01'`);
		expect(intake.rows).toBe(1);
		expect(reasons(intake)).toEqual([expect.stringContaining("The segment is not valid UTF-8.")]);
	});
});

describe("segments and names of columns", () => {
	test("whole numbers are segments", async () => {
		expect(
			await importQuery(`SELECT '${ID}' AS device_id, 7::UTINYINT AS segment, DATE '2025-01-01' AS seen_at`),
		).toMatchObject({ rows: 1, segments: 1 });
	});

	test("with a column of the reader's own name, rows keep their numbers", async () => {
		const intake =
			await importQuery(`SELECT range AS "File_Row_Number", CASE range WHEN 4999 THEN 'nobody' ELSE '${ID}' END AS device_id,
			range::VARCHAR AS segment, DATE '2025-01-01' AS seen_at FROM range(5000)`);
		expect(intake.rows).toBe(4999);
		expect(intake.refused.map(({ line }) => line)).toEqual([5000]);
	});

	test("a column that is there twice is named, in any case", async () => {
		const path = await fileOf(`SELECT '${ID}' AS device_id, 'x' AS "DEVICE_IX", ${REST}`);
		await writeFile(path, (await readFile(path)).toString("latin1").replaceAll("DEVICE_IX", "DEVICE_ID"), "latin1");
		await expect(importFile(path)).rejects.toThrow("it has the column device_id twice");
	});

	test("directories of the path are no columns", async () => {
		const below = join(directory, "segment=x");
		await mkdir(below, { recursive: true });
		const path = join(below, "upload");
		await writeFile(path, await readFile(await fileOf(`SELECT '${ID}' AS device_id, ${REST}`)));
		expect(await importFile(path)).toMatchObject({ rows: 1 });
	});
});

describe("the reader's reasons are passed on in words", () => {
	const because = (reason: string) => `the file cannot be read as Parquet: ${reason}`;
	test("an encrypted file", async () => {
		const { inputPath } = scratch();
		const instance = await DuckDBInstance.create(":memory:");
		const connection = await instance.connect();
		await connection.run("SET force_mbedtls_unsafe = true");
		await connection.run("PRAGMA add_parquet_key('k', '0123456789112345')");
		await connection.run(`COPY (SELECT '${ID}' AS device_id, ${REST}) TO ${literal(inputPath)}
			(FORMAT parquet, ENCRYPTION_CONFIG {footer_key: 'k'})`);
		connection.closeSync();
		instance.closeSync();
		await expect(importFile(inputPath)).rejects.toThrow(because("it is encrypted"));
	});

	test("an unsupported codec", async () => {
		const path = await fileOf(`SELECT '${ID}' AS device_id, ${REST}`, ", COMPRESSION zstd");
		const bytes = await readFile(path);
		const footer = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);
		// The codec of a column, an i32 of Thrift: ZSTD becomes LZO.
		const [zstd, lzo] = ["\x15\x0c\x16", "\x15\x06\x16"] as const;
		bytes.write(bytes.toString("latin1", footer).replaceAll(zstd, lzo), footer, "latin1");
		await writeFile(path, bytes);
		const message = because('failed to read the file: Unsupported compression codec "LZO"');
		await expect(importFile(path)).rejects.toThrow(message);
		await expect(importFile(path)).rejects.not.toThrow(directory);
	});

	test("a file that is cut off", async () => {
		const path = await fileOf(`SELECT '${ID}' AS device_id, ${REST}`);
		await writeFile(path, (await readFile(path)).subarray(0, -20));
		await expect(importFile(path)).rejects.toThrow(because("it does not end as Parquet does, and may be cut off"));
	});
});

describe("work is bounded", () => {
	test("a small file of many rows that repeat is refused before its rows are read", async () => {
		const path = await fileOf("SELECT 'x' AS device_id, 'gym' AS segment, 'never' AS seen_at FROM range(3000000)");
		await expect(importFile(path)).rejects.toThrow(/^the file has 3000000 rows in \d+ bytes: rows that repeat/);
	});

	test("reading ends after a million refused rows", async () => {
		// As many rows as the bytes of the last column explain.
		const path = await fileOf(`SELECT 'x' AS device_id, 'gym' AS segment, 'never' AS seen_at,
			hash(range // 50) AS ballast FROM range(2500000)`);
		await expect(importFile(path)).rejects.toThrow(
			"more than 1,000,000 rows are refused, the first (line 1) because: The device_id is neither",
		);
	});

	test("a value that is too long is refused by its length", async () => {
		const path =
			await fileOf(`SELECT '${ID}' AS device_id, repeat(' x', 500000) AS segment, '2025-01-01' AS seen_at FROM range(100)
			UNION ALL SELECT repeat('0', 1000000), 'gym', '2025-01-01' FROM range(100)
			UNION ALL SELECT '${ID}', 'gym', repeat('2', 1000000) FROM range(100) UNION ALL SELECT '${ID}', 'gym', '2025-01-01'`);
		const intake = await importFile(path);
		expect(intake).toMatchObject({ rows: 1, refusedRows: 300 });
		expect(new Set(intake.refused.map(({ reason }) => reason))).toContain("The segment has more than 200 characters.");
	});

	test("a core stays with the server", async () => {
		const threads = await withDuckDb(options, (db) => db.rows("SELECT current_setting('threads') AS threads"));
		const most = Math.max(1, availableParallelism() - 1);
		expect(Number(threads[0]?.threads)).toBeLessThanOrEqual(most);
	});
});
