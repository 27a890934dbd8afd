import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { PMTiles, type Source, zxyToTileId } from "pmtiles";
import { expect, test } from "vitest";
import { tileNumber, type VectorTile, writePmtiles } from "./write-pmtiles.mjs";

const sourceOf = (bytes: Buffer): Source => ({
	getKey: () => "archive",
	getBytes: async (offset, length) => ({ data: Uint8Array.from(bytes.subarray(offset, offset + length)).buffer }),
});
const text = (data: ArrayBuffer | undefined) => (data === undefined ? null : Buffer.from(data).toString("latin1"));

test("tiles are numbered as the readers number them", () => {
	for (const [zoom, column, row] of [
		[0, 0, 0],
		[1, 1, 0],
		[4, 9, 14],
		[12, 2_200, 1_343],
	] as const) {
		expect(tileNumber(zoom, column, row)).toBe(zxyToTileId(zoom, column, row));
	}
});

test("an archive gives each tile back, equal ones stored once, also by way of leaf directories", async () => {
	const tiles: VectorTile[] = [];
	for (let column = 0; column < 128; column += 1) {
		for (let row = 0; row < 128; row += 1) {
			if (column + row === 99) continue;
			// Lengths that differ without order make the directory long.
			const digest = createHash("sha512").update(`${column}/${row}`).digest();
			const water = column >= 100 || row % 3 === 0;
			const bytes = water ? Buffer.from("water") : digest.subarray(0, 8 + ((digest[0] ?? 0) % 56));
			tiles.push({ zoom: 7, column, row, bytes });
		}
	}
	const bytes = writePmtiles({ tiles, metadata: { name: "test" }, bounds: [-10, -20, 30, 40] });
	const archive = new PMTiles(sourceOf(bytes));
	const header = await archive.getHeader();
	expect(header).toMatchObject({ minZoom: 7, maxZoom: 7, minLon: -10, maxLat: 40, numAddressedTiles: tiles.length });
	expect(header.leafDirectoryLength).toBeGreaterThan(0);
	expect(header.numTileContents).toBe(new Set(tiles.map((tile) => Buffer.from(tile.bytes).toString("hex"))).size);
	expect(await archive.getMetadata()).toEqual({ name: "test" });
	for (const { column, row, bytes: written } of tiles.filter((_, place) => place % 1_237 === 0)) {
		expect(Buffer.from((await archive.getZxy(7, column, row))?.data ?? new ArrayBuffer(0))).toEqual(written);
	}
	expect(text((await archive.getZxy(7, 120, 5))?.data)).toBe("water");
	expect(await archive.getZxy(7, 99, 0)).toBeUndefined();
	expect(await archive.getZxy(8, 3, 4)).toBeUndefined();
});

test("the shipped world has land, borders, regions and named places, down to a quarter", async () => {
	const archive = new PMTiles(sourceOf(readFileSync("public/maps/world.pmtiles")));
	const whole = text((await archive.getZxy(0, 0, 0))?.data) ?? "";
	for (const name of ["land", "borders", "lakes", "rivers", "Brazil"]) expect(whole).toContain(name);
	const berlin = text((await archive.getZxy(6, 34, 20))?.data) ?? "";
	for (const name of ["Berlin", "Pankow", "Eberswalde", "regions"]) expect(berlin).toContain(name);
	expect((await archive.getZxy(6, 6, 40))?.data).toBeUndefined();
});
