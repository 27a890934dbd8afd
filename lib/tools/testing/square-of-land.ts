import { GeoJSONVT } from "@maplibre/geojson-vt";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import { writePmtiles } from "@/lib/tools/maps/write-pmtiles.mjs";

const SQUARE = [
	[0, 0],
	[20, 0],
	[20, 20],
	[0, 20],
	[0, 0],
];

/** The tile of the whole world, with a square of land in the layer `earth`. */
export function squareTile(): Uint8Array {
	const square = {
		type: "Feature",
		properties: { kind: "earth" },
		geometry: { type: "Polygon", coordinates: [SQUARE] },
	} as const;
	const tile = new GeoJSONVT({ type: "FeatureCollection", features: [square as never] }).getTile(0, 0, 0);
	if (tile === null) throw new Error("The square is on the tile.");
	return fromGeojsonVt({ earth: tile }, { version: 2, extent: 4096 });
}

/** A PMTiles archive with that tile. */
export const squareArchive = (): Buffer =>
	writePmtiles({
		tiles: [{ zoom: 0, column: 0, row: 0, bytes: squareTile() }],
		metadata: {},
		bounds: [0, 0, 20, 20],
	});
