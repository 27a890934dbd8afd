import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { audienceCondition } from "@/lib/contract/audience";
import { type DuckDbOptions, literal, withDuckDb } from "@/lib/engine/audience/duckdb";
import { parseDeviceId } from "@/lib/formats/device-id";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { importParquet } from "./import-parquet";

const NOW = new Date("2025-06-01T12:00:00Z");
const A = "0123456789abcdef0123456789abcdef";
const B = "fedcba98-7654-3210-fedc-ba9876543210";
const SHA1 = "da39a3ee5e6b4b0d3255bfef95601890afd80709";
const SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const NO_TIME =
	"The seen_at is not an ISO 8601 date or time, or whole seconds, milliseconds or microseconds since 1970.";
const NO_EPOCH =
	"The seen_at is a number that is no time from 2005 to today: write a date without separators as 2024-05-01T12:00Z.";

let directory: string;
let options: DuckDbOptions;
let count = 0;

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "inventory-"));
	options = { tempDirectory: directory, memoryLimitMb: 512 };
});
afterAll(() => rm(directory, { recursive: true, force: true }));

function paths() {
	count += 1;
	return { inputPath: join(directory, `in-${count}`), outputPath: join(directory, `out-${count}.parquet`) };
}

async function importCsv(content: string | Uint8Array) {
	const upload = { ...paths(), maxBytes: 1e9, now: NOW };
	await writeFile(upload.inputPath, content);
	const intake = await importParquet(upload, options);
	return { intake, outputPath: upload.outputPath };
}

/** Writes a Parquet file from a query, and imports it. */
async function importQuery(sql: string) {
	const upload = { ...paths(), maxBytes: 1e9, now: NOW };
	await withDuckDb(options, (db) => db.run(`COPY (${sql}) TO ${literal(upload.inputPath)} (FORMAT parquet)`));
	const intake = await importParquet(upload, options);
	return { intake, outputPath: upload.outputPath };
}

const read = (path: string) =>
	withDuckDb(options, async (db) => {
		const rows = await db.rows(
			`SELECT device_id::VARCHAR AS id, segment, epoch_ms(seen_at) AS ms FROM read_parquet(${literal(path)})`,
		);
		return rows.map((row) => [row.id, row.segment, new Date(Number(row.ms)).toISOString()]);
	});

const refusals = (intake: { refused: readonly { line: number; reason: string }[] }) =>
	intake.refused.map(({ line, reason }) => `${line}: ${reason}`);

describe("CSV", () => {
	test("becomes distinct rows ordered by device, segment and time", async () => {
		const { intake, outputPath } = await importCsv(
			[
				"\ufeffSegment, DEVICE_ID ,extra,seen_at",
				`gym,${B},x,2025-01-02T03:04:05Z`,
				`"cof""fee, tea",${A.toUpperCase()},"multi\nline",2025-01-01`,
				"",
				`gym,${A},,2025-01-01T10:00:00+02:00`,
				`gym,01234567-89AB-CDEF-0123-456789abcdef,,2025-01-01 08:00`,
				` gym , ${B} ,,2025-01-02T03:04:05.000Z`,
				`gym,${B},,2025-01-02T03:04:05.250-05:30`,
			].join("\r\n"),
		);
		expect(intake).toEqual({
			rows: 4,
			devices: 2,
			segments: 2,
			expiredRows: 0,
			refusedRows: 0,
			refused: [],
			oldestSeenAt: new Date("2025-01-01T00:00:00Z"),
			newestSeenAt: new Date("2025-01-02T08:34:05.250Z"),
			deviceIdKind: "uuid",
		});
		const a = "01234567-89ab-cdef-0123-456789abcdef";
		expect(await read(outputPath)).toEqual([
			[a, 'cof"fee, tea', "2025-01-01T00:00:00.000Z"],
			[a, "gym", "2025-01-01T08:00:00.000Z"],
			[B, "gym", "2025-01-02T03:04:05.000Z"],
			[B, "gym", "2025-01-02T08:34:05.250Z"],
		]);
	});

	test("an invalid row is rejected alone, and listed with its line", async () => {
		const lines = [
			"device_id,segment,seen_at",
			`${A},gym,2025-01-01`,
			",gym,2025-01-01",
			"xyz,gym,2025-01-01",
			`${A.slice(1)},gym,2025-01-01`,
			`${A.slice(1)}g,gym,2025-01-01`,
			`{${A},gym,2025-01-01`,
			`${"0".repeat(32)},gym,2025-01-01`,
			`${SHA1},gym,2025-01-01`,
			`${A},,2025-01-01`,
			`${A},${"s".repeat(201)},2025-01-01`,
			`${A},gym,`,
			`${A},gym,yesterday`,
			`${A},gym,20250101`,
			`${A},gym,2025-02-30`,
			`${A},gym,infinity`,
			`${A},gym,1969-12-31`,
			`${A},gym,2025-06-02T12:00:01Z`,
			`${A},gym`,
			`${A},gym,2025-01-01,more`,
			`"${A}"x,gym,2025-01-01`,
			`${A},"two\nlines",2025-01-01`,
			`${A},tab\there,2025-01-01`,
			`${A},nul\0,2025-01-01`,
			`${A},"never closed,2025-01-01`,
			`${A},after it,2025-06-02T12:00:00Z`,
		];
		const { intake } = await importCsv(lines.join("\n"));
		expect(intake).toMatchObject({ rows: 2, devices: 1, segments: 2, refusedRows: 23 });
		expect(intake.newestSeenAt).toEqual(new Date("2025-06-02T12:00:00Z"));
		expect(refusals(intake)).toEqual([
			"3: The device_id is empty.",
			...[4, 5, 6, 7].map(
				(line) => `${line}: The device_id is neither a UUID nor a SHA-1 or SHA-256 in hexadecimal digits.`,
			),
			"8: The device_id is all zeros: tracking is switched off.",
			"9: The device_id is a SHA-1, and the first one of the file is a UUID.",
			"10: The segment is empty.",
			"11: The segment has more than 200 characters.",
			...[12, 13].map((line) => `${line}: ${NO_TIME}`),
			`14: ${NO_EPOCH}`,
			...[15, 16].map((line) => `${line}: ${NO_TIME}`),
			"17: The seen_at lies before 1970.",
			"18: The seen_at lies in the future.",
			"19: 2 columns, expected 3.",
			"20: 4 columns, expected 3.",
			"21: Text follows a closing quote.",
			"22: The segment holds a control character.",
			"24: The segment holds a control character.",
			"25: The segment holds a control character.",
			"26: A quote is not closed.",
		]);
	});

	test.each([
		["2025-01-01", "2025-01-01T00:00:00.000Z"],
		["2025-01-01T10:11", "2025-01-01T10:11:00.000Z"],
		["2025-01-01T10:11Z", "2025-01-01T10:11:00.000Z"],
		["2025-01-01T10:11+0130", "2025-01-01T08:41:00.000Z"],
		["2025/01/01 10:11:12", "2025-01-01T10:11:12.000Z"],
		["2025-01-01 10:11:12", "2025-01-01T10:11:12.000Z"],
		["2025-01-01t10:11:12z", "2025-01-01T10:11:12.000Z"],
		["2025-01-01T10:11:12.123456789Z", "2025-01-01T10:11:12.123Z"],
		["2025-01-01T10:11:12-05", "2025-01-01T15:11:12.000Z"],
		["2025-01-01 10:11:12 UTC", "2025-01-01T10:11:12.000Z"],
		["2025-01-01 10:11:12.123456 UTC", "2025-01-01T10:11:12.123Z"],
		["2025-01-01 10:11 utc", "2025-01-01T10:11:00.000Z"],
		["2025-01-01 10:11:12 GMT", "2025-01-01T10:11:12.000Z"],
		["2025-01-01 10:11:12 +0130", "2025-01-01T08:41:12.000Z"],
		["2025-01-01 10:11:12.5 -05:30", "2025-01-01T15:41:12.500Z"],
		["2025-01-01T10:11:12−05:00", "2025-01-01T15:11:12.000Z"],
		["2025-01-01T10:11:12,5Z", "2025-01-01T10:11:12.500Z"],
		["2025-01-01T10", "2025-01-01T10:00:00.000Z"],
		["20250101T101112Z", "2025-01-01T10:11:12.000Z"],
		["20250101T1011+0130", "2025-01-01T08:41:00.000Z"],
		["2025-01-01T24:00:00Z", "2025-01-02T00:00:00.000Z"],
		["2024-12-31T23:59:59.999999Z", "2024-12-31T23:59:59.999Z"],
		["1735689600", "2025-01-01T00:00:00.000Z"],
		["1735689600123", "2025-01-01T00:00:00.123Z"],
		["1735689600123456", "2025-01-01T00:00:00.123Z"],
		["1104537600", "2005-01-01T00:00:00.000Z"],
	])("parses the time %s", async (text, expected) => {
		const { outputPath } = await importCsv(`device_id,segment,seen_at\n${A},gym,"${text}"\n`);
		expect(await read(outputPath)).toEqual([["01234567-89ab-cdef-0123-456789abcdef", "gym", expected]]);
	});

	test.each([
		"05/01/2024 12:00",
		"01.05.2024 12:00",
		"2025-13-01",
		"2025-01-01T25:00:00Z",
		"2025-01-01T10:60:00Z",
		"2025-01-01T10:11:61Z",
		"2025-01-01T10:11:12+15:00",
		"2025-01-01T10:11:12 CET",
		"2025-01-01T10:11:12.",
		"2025-01",
		"-1735689600",
		"1735689600.5",
		"Wed Jan 01 2025",
		"2025-01-01T10:11:12Z and more",
		"2".repeat(200),
	])("refuses the time %s", async (text) => {
		const { intake } = await importCsv(`device_id,segment,seen_at\n${A},gym,${text}\n${A},gym,2025-01-01\n`);
		expect(refusals(intake)).toEqual([`2: ${NO_TIME}`]);
	});

	test.each([
		"20240501",
		"2024050112",
		"202405011200",
		"20240501120000",
		"20240501120000000",
		"01122024120000",
		"1104537599",
		"45413",
		"4070908800",
		"1735689600123456789",
	])("the number %s is no time, and said to be none", async (text) => {
		const { intake } = await importCsv(`device_id,segment,seen_at\n${A},gym,${text}\n${A},gym,2025-01-01\n`);
		expect(refusals(intake)).toEqual([`2: ${NO_EPOCH}`]);
	});

	test.each([
		["a UUID", [A, A.toUpperCase(), `{${B}}`, `{${B.toUpperCase()}}`, `urn:uuid:${B}`, `URN:UUID:${B}`], "uuid"],
		["a SHA-1", [SHA1, SHA1.toUpperCase()], "sha1"],
		["a SHA-256", [SHA256, SHA256.toUpperCase()], "sha256"],
	])("reads device ids that are %s in any form", async (_what, forms, kind) => {
		const lines = forms.map((form) => `${form},gym,2025-01-01`);
		const { intake } = await importCsv(`device_id,segment,seen_at\n${lines.join("\n")}\n`);
		const devices = new Set(forms.map((form) => parseDeviceId(form)?.bytes.join()));
		expect(intake).toMatchObject({ devices: devices.size, refusedRows: 0, deviceIdKind: kind });
	});

	test("an id of another kind says which", async () => {
		const { intake } = await importCsv(`device_id,segment,seen_at\n${SHA256},gym,2025-01-01\n${SHA1},gym,2025-01-01\n`);
		expect(intake).toMatchObject({ rows: 1, deviceIdKind: "sha256" });
		expect(refusals(intake)).toEqual(["3: The device_id is a SHA-1, and the first one of the file is a SHA-256."]);
	});

	test("segments that look the same are one", async () => {
		const forms = ["Caf\u00e9", "Cafe\u0301", "\u200bCaf\u00e9\u2060", "\u00a0Caf\u00e9 "];
		const lines = forms.map((form) => `${A},${form},2025-01-01`);
		const { intake, outputPath } = await importCsv(`device_id,segment,seen_at\n${lines.join("\n")}\n`);
		expect(intake).toMatchObject({ rows: 1, segments: 1, refusedRows: 0 });
		expect(await read(outputPath)).toEqual([[expect.any(String), "Caf\u00e9", expect.any(String)]]);
	});

	test("a segment has as many characters as the API can name", async () => {
		const fits = "\u{1f600}".repeat(100);
		const { intake } = await importCsv(
			`device_id,segment,seen_at\n${A},${fits},2025-01-01\n${A},${fits}x,2025-01-01\n`,
		);
		expect(audienceCondition.parse({ segment: fits }).segment).toBe(fits);
		expect(refusals(intake)).toEqual(["3: The segment has more than 200 characters."]);
	});

	test("invalid UTF-8 rejects its row", async () => {
		const content = Buffer.from(`device_id,segment,seen_at\n${A},caf\xe9,2025-01-01\n${A},tea,2025-01-01\n`, "latin1");
		const { intake } = await importCsv(content);
		expect(intake.rows).toBe(1);
		expect(refusals(intake)).toEqual(["2: The segment is not valid UTF-8."]);
	});

	test("the first valid id decides the kind: SHA-1", async () => {
		const { intake, outputPath } = await importCsv(
			`device_id,segment,seen_at\nbad,gym,2025-01-01\n${"0".repeat(32)},gym,2025-01-01\n${SHA1.toUpperCase()},gym,2025-01-01\n${A},gym,2025-01-01\n`,
		);
		expect(intake).toMatchObject({ rows: 1, deviceIdKind: "sha1", refusedRows: 3 });
		expect(refusals(intake)[2]).toBe("5: The device_id is a UUID, and the first one of the file is a SHA-1.");
		const [id] = await withDuckDb(options, (db) =>
			db.rows(`SELECT lower(hex(device_id)) AS hex FROM read_parquet(${literal(outputPath)})`),
		);
		expect(id?.hex).toBe(SHA1);
	});

	test("a file without rows, or with rejected rows only, is refused", async () => {
		await expect(importCsv("device_id,segment,seen_at\n")).rejects.toThrow("the file has no rows");
		const refused = importCsv(`device_id,segment,seen_at\n${A},gym,never\n${A},gym\n`);
		await expect(refused).rejects.toThrow("all 2 rows are refused, the first (line 2) because: The seen_at is not");
		await expect(refused).rejects.toThrow(InvalidArgumentError);
	});

	test.each([
		["", "the file is empty"],
		["device_id,segment\n", "seen_at is missing"],
		["device,segment,seen_at\n", "device_id is missing"],
		["device_id,segment,seen_at,Segment\n", "has the column segment twice"],
		['"device_id"x,segment,seen_at\n', "header row cannot be read"],
	])("rejects the file: %j", async (content, reason) => {
		const before = await readdir(directory);
		await expect(importCsv(content)).rejects.toThrow(InvalidArgumentError);
		await expect(importCsv(content)).rejects.toThrow(reason);
		const left = (await readdir(directory)).filter((name) => !before.includes(name) && !name.startsWith("in-"));
		expect(left).toEqual([]);
	});

	test("lists the first hundred rejections of all kinds by line, and counts all", async () => {
		const lines = Array.from({ length: 600 }, (_, row) => (row % 2 ? `${A},gym` : `${A},gym,never`));
		const { intake } = await importCsv(`device_id,segment,seen_at\n${A},gym,2025-01-01\n${lines.join("\n")}\n`);
		expect(intake.refusedRows).toBe(600);
		expect(intake.refused.map(({ line }) => line)).toEqual(Array.from({ length: 100 }, (_, row) => row + 3));
	});

	test("any text is a valid segment", async () => {
		const segment = fc
			.string({
				unit: fc.constantFrom("a", '"', ",", "'", "\\", " ", "é", "😀", "%", "NULL"),
				minLength: 1,
				maxLength: 20,
			})
			.filter((text) => text.trim() !== "");
		await fc.assert(
			fc.asyncProperty(fc.uniqueArray(segment, { minLength: 1, maxLength: 30 }), async (segments) => {
				const lines = segments.map((text) => `${A},"${text.replaceAll('"', '""')}",2025-01-01`);
				const { intake, outputPath } = await importCsv(`device_id,segment,seen_at\n${lines.join("\n")}`);
				expect(intake.refusedRows).toBe(0);
				const found = (await read(outputPath)).map(([, text]) => text);
				expect(new Set(found)).toEqual(new Set(segments.map((text) => text.trim())));
			}),
			{ numRuns: 10 },
		);
	});
});

describe("Parquet", () => {
	const id = "01234567-89ab-cdef-0123-456789abcdef";

	test.each([
		["texts", `'${A}' AS device_id, 'gym' AS segment, '2025-01-01T02:00:00+02:00' AS seen_at`],
		["native types", `'${id}'::UUID AS device_id, 'gym' AS segment, TIMESTAMP '2025-01-01' AS seen_at`],
		[
			"bytes and a zone",
			`unhex('${A}') AS device_id, 'gym' AS segment, TIMESTAMPTZ '2025-01-01T01:00:00+01:00' AS seen_at`,
		],
		["a date", `'${id}' AS "Device_ID", 'gym' AS segment, DATE '2025-01-01' AS "SEEN_AT", 5 AS "other ""one"""`],
		[
			"text without its mark",
			`'${id}'::BLOB AS device_id, 'gym'::BLOB AS segment, '2025-01-01 00:00 UTC'::BLOB AS seen_at`,
		],
		[
			"a UUID of 32 letters without its mark",
			`'${A}'::BLOB AS device_id, 'gym' AS segment, DATE '2025-01-01' AS seen_at`,
		],
		["epoch seconds", `'${id}' AS device_id, 'gym' AS segment, 1735689600 AS seen_at`],
		["epoch milliseconds", `'${id}' AS device_id, 'gym' AS segment, 1735689600000::UBIGINT AS seen_at`],
		["epoch microseconds", `'${id}' AS device_id, 'gym' AS segment, 1735689600000000::DOUBLE AS seen_at`],
		[
			"a column of the reader's name",
			`'${id}' AS device_id, 'x' AS file_row_number, 'gym' AS segment, DATE '2025-01-01' AS seen_at`,
		],
		[
			"columns of names that SQL here has",
			`'${id}' AS device_id, 'x' AS line, 'x' AS hex, 'x' AS filename, 'x' AS kind, 'gym' AS segment, DATE '2025-01-01' AS seen_at, {'device_id': 1} AS nested`,
		],
		["nanoseconds", `'${id}' AS device_id, 'gym' AS segment, TIMESTAMP_NS '2025-01-01 00:00:00.000000001' AS seen_at`],
	])("%s", async (_case, columns) => {
		const { intake, outputPath } = await importQuery(`SELECT ${columns}`);
		expect(intake).toMatchObject({ rows: 1, refusedRows: 0, deviceIdKind: "uuid" });
		expect(await read(outputPath)).toEqual([[id, "gym", "2025-01-01T00:00:00.000Z"]]);
	});

	test("invalid rows are listed by their number", async () => {
		const { intake } = await importQuery(`SELECT * FROM (VALUES
			('${A}', 'gym', TIMESTAMP '2025-01-01'), (NULL, 'gym', TIMESTAMP '2025-01-01'), ('${A}', NULL, TIMESTAMP '2025-01-01'),
			('${A}', 'gym', NULL), ('${A}', 'a' || chr(10), TIMESTAMP '2025-01-01'), ('${A}', 'a' || chr(10) || 'b', TIMESTAMP '2025-01-01'),
			('${A}', 'gym', TIMESTAMP 'infinity')) AS t(device_id, segment, seen_at)`);
		expect(intake.refusedRows).toBe(5);
		expect(refusals(intake)).toEqual([
			"2: The device_id is empty.",
			"3: The segment is empty.",
			`4: ${NO_TIME}`,
			"6: The segment holds a control character.",
			`7: ${NO_TIME}`,
		]);
	});

	test.each([
		["SELECT 1 AS a", "device_id is missing"],
		["SELECT 1 AS device_id, 'a' AS segment, DATE '2025-01-01' AS seen_at", "device_id must be of type"],
		[
			`SELECT '${A}' AS device_id, 7.5 AS segment, DATE '2025-01-01' AS seen_at`,
			"segment must be of type text or whole",
		],
		[`SELECT '${A}' AS device_id, 'a' AS segment, 5::FLOAT AS seen_at`, "seen_at must be of type"],
		[`SELECT '${A}' AS device_id, 'a' AS segment, [5] AS seen_at`, "seen_at must be of type"],
	])("rejects %s", async (sql, reason) => {
		await expect(importQuery(sql)).rejects.toThrow(reason);
	});

	test.each([
		["not Parquet", "hello", 'the header row has "hello", separated by'],
		["only the magic", "PAR1PAR1", "cannot be read as Parquet"],
		["nothing", "", "the file is empty"],
	])("rejects a file that is %s", async (_what, content, reason) => {
		const upload = { ...paths(), maxBytes: 1e9, now: NOW };
		await writeFile(upload.inputPath, content);
		await expect(importParquet(upload, options)).rejects.toThrow(reason);
	});

	test("rejects a file whose pages are damaged", async () => {
		const upload = { ...paths(), maxBytes: 1e9, now: NOW };
		await withDuckDb(options, (db) =>
			db.run(`COPY (SELECT uuid() AS device_id, 'gym' AS segment, TIMESTAMP '2025-01-01' AS seen_at FROM range(5000))
				TO ${literal(upload.inputPath)} (FORMAT parquet, COMPRESSION zstd)`),
		);
		const bytes = await readFile(upload.inputPath);
		bytes.fill(0xff, 4, 2_000);
		await writeFile(upload.inputPath, bytes);
		await expect(importParquet(upload, options)).rejects.toThrow(InvalidArgumentError);
	});
});
