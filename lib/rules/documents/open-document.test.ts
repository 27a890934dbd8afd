import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { InvalidArgumentError, TooLargeError } from "@/lib/rules/errors";
import { inPieces } from "@/lib/rules/geofences/testing";
import { openDocument } from "./open-document";
import { splitLines } from "./split-lines";

async function read(bytes: Uint8Array | string, size = 64 * 1024, maxBytes = 1_000_000) {
	const { kind, line, body } = await openDocument(inPieces(bytes, size), { maxBytes });
	const lines: string[] = [];
	for await (const text of splitLines(body)) lines.push(text);
	return { kind, line, lines };
}

describe.each([1, 3, 10_000])("in pieces of %i bytes", (size) => {
	test.each([
		["a byte order mark", Buffer.from("\ufeffa,b")],
		["UTF-16LE", Buffer.from("\ufeffa,b", "utf16le")],
		["UTF-16BE", Buffer.from("\ufeffa,b", "utf16le").swap16()],
		["gzip", gzipSync("a,b")],
		["gzip of several members", Buffer.concat([gzipSync("a"), gzipSync(",b")])],
		["gzip of UTF-16", gzipSync(Buffer.from("\ufeffa,b", "utf16le"))],
	])("%s", async (_what, bytes) => {
		expect(await read(bytes, size)).toEqual({ kind: "table", line: 1, lines: ["a,b"] });
	});

	test.each([
		["\r\n\n\r\t{\r}\n", { kind: "json", line: 4, lines: ["\t{", "}", ""] }],
		["\n\tlat\tlon", { kind: "table", line: 2, lines: ["\tlat\tlon"] }],
		["\x1e{}", { kind: "json", line: 1, lines: ["\x1e{}"] }],
	])("%j begins with what is not blank", async (text, expected) => {
		expect(await read(text, size)).toEqual(expected);
	});
});

test.each<[string, string | Buffer]>([
	["is a Parquet file", "PAR1\x15\x04"],
	["is a GeoPackage or another SQLite database", "SQLite format 3\0..."],
	["is a Shapefile", Buffer.from([0, 0, 0x27, 0x0a, 0, 0])],
	["is an Excel workbook (.xlsx)", "PK\x03\x04\x14\0\x06\0[Content_Types].xml"],
	["is a KMZ file", "PK\x03\x04\x14\0\x06\0doc.kml"],
	["is a zip archive", "PK\x03\x04\x14\0\x06\0"],
	["is KML", '<?xml version="1.0"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">'],
	["is GPX", " <gpx>"],
	["is a web page (HTML)", "<!DOCTYPE html><html>"],
	["is XML", "<places/>"],
	["is UTF-16 without a byte order mark", Buffer.from("a,b", "utf16le")],
	["is UTF-32", Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
	["is gzip within gzip", gzipSync(gzipSync("a,b"))],
	["is KML", gzipSync("<kml>")],
	["is empty", ""],
	["is empty", " \r\n\t\n"],
	["is empty", gzipSync("")],
	["is gzip that is damaged or not complete", gzipSync("a,b\n1,2\n").subarray(0, 20)],
])("a file that %s is refused by that name", async (name, bytes) => {
	for (const size of [1, 10_000]) {
		await expect(read(Buffer.from(bytes), size)).rejects.toThrow(InvalidArgumentError);
		await expect(read(Buffer.from(bytes), size)).rejects.toThrow(`the file ${name}`);
	}
});

test("gzip is bounded by its unpacked size, and what a body throws is thrown", async () => {
	const bomb = gzipSync(Buffer.alloc(5_000_000, " "));
	expect(bomb.length).toBeLessThan(10_000);
	await expect(read(bomb)).rejects.toThrow(TooLargeError);
	async function* cutOff() {
		yield bomb.subarray(0, 2_000);
		throw new Error("the sender is gone");
	}
	await expect(openDocument(cutOff(), { maxBytes: 1e9 })).rejects.toThrow("the sender is gone");
});

test("a refusal closes the body", async () => {
	let closed = false;
	async function* body() {
		try {
			for (;;) yield Buffer.from("<kml>".repeat(1_000));
		} finally {
			closed = true;
		}
	}
	await expect(openDocument(body(), { maxBytes: 1e9 })).rejects.toThrow("is KML");
	expect(closed).toBe(true);
});
