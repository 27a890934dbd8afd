import { GeoJSONVT } from "@maplibre/geojson-vt";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import type { RegionSchema } from "@/lib/contract/basemap";
import { writePmtiles } from "@/lib/tools/maps/write-pmtiles.mjs";

/** Degrees from the middle to the edge. */
const REACH = 0.02;
const ZOOMS = [10, 14] as const;

/** Names of layers and kinds in both schemas. */
const WORDS = {
	protomaps: { roads: "roads", kind: "kind", major: "major_road", named: "roads", parts: "places" },
	openmaptiles: {
		...{ roads: "transportation", kind: "class", major: "primary" },
		...{ named: "transportation_name", parts: "place" },
	},
} as const;

interface Streets {
	readonly schema?: RegionSchema;
	/** Longitude and latitude. */
	readonly middle?: readonly [longitude: number, latitude: number];
	/** In place of what the archive says of itself. */
	readonly metadata?: object;
}

type Position = [longitude: number, latitude: number];
type Shapes = Record<string, object[]>;

const shape = (type: "Polygon" | "LineString" | "Point", coordinates: unknown, properties: object) => ({
	type: "Feature",
	properties,
	geometry: { type, coordinates },
});

function box([x, y]: Position, reach: number): Position[][] {
	const [west, south, east, north] = [x - reach, y - reach, x + reach, y + reach];
	return [
		[
			[west, south],
			[east, south],
			[east, north],
			[west, north],
			[west, south],
		],
	];
}

/** Streets every 400 m, a main street in each direction, a park with a pond, houses, a district. */
function shapesOf(schema: RegionSchema, [x, y]: Position): Shapes {
	const words = WORDS[schema];
	const lines = Array.from({ length: 11 }, (_, at) => {
		const off = (at - 5) * 0.0036;
		const main = at === 5;
		const kind = { [words.kind]: main ? words.major : schema === "protomaps" ? "minor_road" : "minor" };
		const across = shape(
			"LineString",
			[
				[x - REACH, y + off],
				[x + REACH, y + off],
			],
			{ ...kind, name: main ? "Main Street" : `${at + 1}th Street` },
		);
		const up = shape(
			"LineString",
			[
				[x + off, y - REACH],
				[x + off, y + REACH],
			],
			{ ...kind, name: main ? "High Street" : `${at + 1}th Avenue` },
		);
		return [across, up];
	}).flat();
	const park: Position = [x + 0.0055, y + 0.0005];
	const grass = { [words.kind]: "park" };
	const part = { [words.kind]: schema === "protomaps" ? "neighbourhood" : "suburb", name: "Old Town" };
	return {
		...(schema === "protomaps"
			? {
					earth: [shape("Polygon", box([x, y], REACH), { kind: "earth" })],
					buildings: houses([x, y]),
					landuse: [shape("Polygon", box(park, 0.0015), grass)],
				}
			: { building: houses([x, y]), park: [shape("Polygon", box(park, 0.0015), grass)] }),
		water: [shape("Polygon", box(park, 0.0005), { [words.kind]: "lake" })],
		[words.roads]: lines,
		...(words.named === words.roads ? {} : { [words.named]: lines }),
		[words.parts]: [shape("Point", [x - 0.005, y + 0.005], part)],
	};
}

const houses = ([x, y]: Position) =>
	[-1, 0, 1].map((at) => shape("Polygon", box([x - 0.0018 + at * 0.0036, y - 0.0018], 0.0008), { kind: "building" }));

/** A PMTiles archive of a made-up town's streets, by default in the middle of Berlin. */
export function streetsArchive({ schema = "protomaps", middle = [13.4132, 52.5219], metadata }: Streets = {}): Buffer {
	const [x, y] = middle;
	const shapes = shapesOf(schema, [x, y]);
	const [first, last] = ZOOMS;
	const indexes = Object.entries(shapes).map(([name, features]) => {
		const collection = { type: "FeatureCollection", features } as never;
		return [name, new GeoJSONVT(collection, { maxZoom: last, indexMaxZoom: 0, tolerance: 0 })] as const;
	});
	const tiles = [];
	for (let zoom: number = first; zoom <= last; zoom += 1) {
		const [west, north] = tileAt(zoom, x - REACH, y + REACH);
		const [east, south] = tileAt(zoom, x + REACH, y - REACH);
		for (let column = west; column <= east; column += 1) {
			for (let row = north; row <= south; row += 1) {
				const layers = indexes.flatMap(([name, index]) => {
					const tile = index.getTile(zoom, column, row);
					return tile === null || tile.features.length === 0 ? [] : [[name, tile]];
				});
				if (layers.length === 0) continue;
				tiles.push({
					zoom,
					column,
					row,
					bytes: fromGeojsonVt(Object.fromEntries(layers), { version: 2, extent: 4096 }),
				});
			}
		}
	}
	const described = {
		name: "Streets",
		attribution: '<a href="https://www.openstreetmap.org/copyright">&copy; OpenStreetMap</a>',
		"planetiler:osm:osmosisreplicationtime": "2026-11-01T00:00:00Z",
		vector_layers: Object.keys(shapes).map((id) => ({ id, fields: {} })),
	};
	return writePmtiles({ tiles, metadata: metadata ?? described, bounds: [x - REACH, y - REACH, x + REACH, y + REACH] });
}

/** Column and row of the tile with a position. */
function tileAt(zoom: number, longitude: number, latitude: number): [number, number] {
	const up = (latitude * Math.PI) / 180;
	const share = (1 - Math.log(Math.tan(up) + 1 / Math.cos(up)) / Math.PI) / 2;
	return [Math.floor(((longitude + 180) / 360) * 2 ** zoom), Math.floor(share * 2 ** zoom)];
}
