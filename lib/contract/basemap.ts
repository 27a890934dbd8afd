import { z } from "zod";
import { field } from "./field";
import { nameWithin } from "./parameters";
import { count, guid, text, timestamp } from "./primitives";
import { described } from "./written-as";

/** Names of layers, by which a map of streets is drawn. */
export const REGION_SCHEMAS = ["protomaps", "openmaptiles"] as const;
export type RegionSchema = (typeof REGION_SCHEMAS)[number];

const zoom = z.int().min(0).max(30).nullable();
const ofRegion = nameWithin(1, 100).meta(described("Name of the region.", "Berlin"));

/** A region's streets, which an operator brings. */
export const mapRegion = z
	.strictObject({
		id: field.id,
		name: ofRegion,
		state: z
			.enum(["ready", "fetching", "failed"])
			.describe("`fetching`: its file is on its way from an address; `failed`: it could not be fetched or used."),
		problem: text.nullable().describe("Why it failed; null otherwise."),
		host: text.nullable().describe("The host that the file comes from; null for an upload."),
		size: count.nullable().describe("Bytes of the file; null until it is there, as all that follows from it."),
		schema: z.enum(REGION_SCHEMAS).nullable().describe("Whose names the layers have."),
		bounds: z
			.tuple([z.number(), z.number(), z.number(), z.number()])
			.nullable()
			.describe("West, south, east and north of the extent, in degrees."),
		min_zoom: zoom.describe("First zoom with tiles."),
		max_zoom: zoom.describe("Last zoom with tiles."),
		attribution: text.nullable().describe("Shown on the map, as the data's license requires."),
		data_at: timestamp.nullable().describe("When the data were current, where the file says it."),
		added_at: timestamp.describe("When it was added."),
	})
	.meta({ id: "MapRegion", description: "A region whose streets the map shows." });
export type MapRegion = z.infer<typeof mapRegion>;

/** Result of `GET /api/basemap`. */
export const basemap = z
	.strictObject({
		kind: z
			.enum(["world", "file", "style"])
			.describe("The shipped world, an archive of the operator's at `/api/basemap/file`, or the operator's style."),
		style_url: text.nullable().describe("The address of the operator's style; null of other kinds."),
		regions: z
			.array(mapRegion)
			.describe("Regions with streets, by name; those that are not ready are listed for operators alone."),
	})
	.meta({ id: "Basemap", description: "The map under the geofences." });
export type Basemap = z.infer<typeof basemap>;

/** Parameters of `POST /api/basemap/regions`. */
export const addRegionParameters = z.strictObject({ name: ofRegion.default("Region") });

/** Body of `POST /api/basemap/regions/fetch`. */
export const fetchRegionBody = z.strictObject({
	name: ofRegion,
	url: z
		.string()
		.min(1)
		.max(2_000)
		.meta(described("Address of the file, `https://` or `s3://bucket/key`.", "https://data.example/berlin.pmtiles")),
});
export type FetchRegion = z.infer<typeof fetchRegionBody>;

/** Answer of `DELETE /api/basemap/regions/<id>`. */
export const regionRemoval = z
	.strictObject({ id: guid })
	.meta({ id: "MapRegionRemoval", description: "The region that was removed." });
