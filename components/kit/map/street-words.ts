import type { ExpressionSpecification } from "maplibre-gl";
import type { RegionSchema } from "@/lib/contract/basemap";

/** A layer of tiles, and the kinds of it that are meant; all without kinds. */
export interface TileLayer {
	readonly layer: string;
	readonly kinds?: readonly string[];
}

/** What a map of streets is drawn from, in the names of a schema. */
export interface StreetWords {
	/** The field with the kind. */
	readonly kind: string;
	/** Null where land is what no water covers. */
	readonly land: TileLayer | null;
	readonly green: readonly TileLayer[];
	readonly water: TileLayer;
	readonly rivers: TileLayer;
	readonly buildings: TileLayer;
	readonly paths: TileLayer;
	readonly rails: TileLayer;
	readonly minor: TileLayer;
	readonly major: TileLayer;
	readonly main: TileLayer;
	/** Lines with the names of streets, of all kinds. */
	readonly named: string;
	readonly parts: TileLayer;
	readonly borders: { readonly layer: string; readonly filter: ExpressionSpecification };
}

const GREEN = ["park", "forest", "wood", "grass", "grassland", "meadow", "garden", "cemetery", "golf_course", "scrub"];
const STREAMS = ["river", "canal", "stream"];
const PARTS = ["suburb", "quarter", "neighbourhood", "village", "hamlet"];

/** By schema: Protomaps from version 4 on, and OpenMapTiles. */
export const STREET_WORDS: Readonly<Record<RegionSchema, StreetWords>> = {
	protomaps: {
		kind: "kind",
		land: { layer: "earth" },
		green: [{ layer: "landuse", kinds: [...GREEN, "nature_reserve", "national_park", "pitch", "village_green"] }],
		water: { layer: "water" },
		rivers: { layer: "water", kinds: STREAMS },
		buildings: { layer: "buildings" },
		paths: { layer: "roads", kinds: ["path"] },
		rails: { layer: "roads", kinds: ["rail"] },
		minor: { layer: "roads", kinds: ["minor_road", "other"] },
		major: { layer: "roads", kinds: ["major_road"] },
		main: { layer: "roads", kinds: ["highway"] },
		named: "roads",
		parts: { layer: "places", kinds: ["neighbourhood", "macrohood"] },
		borders: { layer: "boundaries", filter: ["in", ["get", "kind"], ["literal", ["country", "region"]]] },
	},
	openmaptiles: {
		kind: "class",
		land: null,
		green: [{ layer: "landcover", kinds: [...GREEN] }, { layer: "park" }],
		water: { layer: "water" },
		rivers: { layer: "waterway", kinds: STREAMS },
		buildings: { layer: "building" },
		paths: { layer: "transportation", kinds: ["path", "track", "pedestrian"] },
		rails: { layer: "transportation", kinds: ["rail", "transit"] },
		minor: { layer: "transportation", kinds: ["minor", "service"] },
		major: { layer: "transportation", kinds: ["primary", "secondary", "tertiary"] },
		main: { layer: "transportation", kinds: ["motorway", "trunk"] },
		named: "transportation_name",
		parts: { layer: "place", kinds: PARTS },
		borders: { layer: "boundary", filter: ["<=", ["coalesce", ["get", "admin_level"], 99], 4] },
	},
};
