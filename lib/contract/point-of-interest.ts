import { z } from "zod";
import { MOST_POI_CHOICES, MOST_POIS_LEFT_OUT } from "./constants";
import { field } from "./field";
import { nameWithin, paging, wholeNumber } from "./parameters";
import { count, guid, text, timestamp } from "./primitives";
import { described } from "./written-as";

const name = nameWithin(1, 200);
const country = z.string().regex(/^[A-Z]{2}$/, "must be two letters such as DE");
const meters = (most: number) => z.number().min(1).max(most);

const choice = z
	.strictObject({
		brand: name.optional().meta(described("Branches of this brand, or of this name where no brand is known.", "Acme")),
		category: name.optional().meta(described("Points of interest of this category.", "pharmacy")),
		radius: meters(1_000_000).meta(described("Meters of the geofence around each.", 150)),
	})
	.refine((each) => each.brand !== undefined || each.category !== undefined, "must have a brand or a category");

const area = z.strictObject({
	country: country.optional().meta(described("Country, ISO 3166-1 alpha-2.", "DE")),
	region: name.optional().meta(described("State or province, as the release has it.", "Hamburg")),
	locality: name.optional().meta(described("City or town.", "Hamburg")),
	near: z
		.strictObject({
			latitude: z.number().min(-90).max(90).describe("Latitude in degrees."),
			longitude: z.number().min(-180).max(180).describe("Longitude in degrees."),
			meters: meters(1_000_000).meta(described("Largest distance in meters.", 5_000)),
		})
		.optional()
		.describe("Within a distance of a position."),
});

const saved = {
	choices: z
		.array(choice)
		.min(1)
		.max(MOST_POI_CHOICES)
		.meta({
			description:
				"Brands and categories, each with the radius of its geofences; of several that fit the first counts.",
			examples: [[{ category: "pharmacy", radius: 150 }]],
		}),
	area: area.describe("Where they lie; every given part must hold. Case and accents do not count."),
	left_out: z
		.array(z.string().min(1).max(200))
		.max(MOST_POIS_LEFT_OUT)
		.describe("Ids of points of interest that get no geofence."),
};

/** A query over the points of interest of the current release, as it is given. */
export const poiQuery = z
	.strictObject({ ...saved, area: saved.area.default({}), left_out: saved.left_out.default([]) })
	.meta({ id: "NewPoiQuery", description: "A query over points of interest, from which geofences are made." });

/** A query as a set has it. */
const savedPoiQuery = z
	.strictObject(saved)
	.meta({ id: "PoiQuery", description: "The query over points of interest of a set." });
export type PoiQuery = z.infer<typeof poiQuery>;
export type PoiChoice = PoiQuery["choices"][number];

/** A query as a parameter: JSON, as it is in the body of a set. */
const queryParameter = z
	.string()
	.max(100_000)
	.transform((given, context) => {
		try {
			return JSON.parse(given) as unknown;
		} catch {
			context.addIssue({ code: "custom", message: "must be a query as JSON" });
			return z.NEVER;
		}
	})
	.pipe(poiQuery)
	.meta(
		described(
			"A query over points of interest as JSON, as in the body of a set.",
			'{"choices":[{"category":"pharmacy","radius":150}]}',
		),
	);

/** Parameters of `GET /api/points-of-interest`. */
export const listPoisParameters = z.strictObject({ ...paging, query: queryParameter });
export type ListPois = z.infer<typeof listPoisParameters>;

export const pointOfInterest = z
	.strictObject({
		id: text.meta(described("Its id in the release.", "made-up-17")),
		name: field.name,
		brand: text.nullable().describe("Its brand; null where unknown."),
		category: text.nullable().describe("Its category; null where unknown."),
		address: text.nullable().describe("Street and number; null where unknown."),
		locality: text.nullable().describe("City or town; null where unknown."),
		region: text.nullable().describe("State or province; null where unknown."),
		country: text.nullable().describe("ISO 3166-1 alpha-2; null where unknown."),
		latitude: z.number().describe("Latitude in degrees."),
		longitude: z.number().describe("Longitude in degrees."),
		radius: z.number().describe("Meters of its geofence by the query."),
		left_out: z.boolean().describe("Whether the query leaves it out."),
	})
	.meta({
		id: "PointOfInterest",
		description: "A business or another place that people visit, of the current release.",
	});
export type PointOfInterest = z.infer<typeof pointOfInterest>;

/** Parameters of `GET /api/points-of-interest/map`. */
export const poiMapParameters = z.strictObject({ query: queryParameter });

export const poiMap = z
	.strictObject({
		count: count.describe("Points of interest that the query selects."),
		bounds: z
			.tuple([z.number(), z.number(), z.number(), z.number()])
			.nullable()
			.describe("West, south, east, north in degrees; null without one."),
		positions: z
			.array(z.tuple([z.number(), z.number(), z.number(), count]))
			.describe("Longitude, latitude, radius in meters, and how many stand there: 1, or those of a cell of a grid."),
		clustered: z.boolean().describe("Whether positions stand for the cells of a grid, as there are too many."),
	})
	.meta({ id: "PoiMap", description: "What a query selects, for a map." });
export type PoiMap = z.infer<typeof poiMap>;

const termKind = z.enum(["brand", "category", "country", "region", "locality"]);

/** Parameters of `GET /api/points-of-interest/terms`. */
export const poiTermsParameters = z.strictObject({
	q: z.string().trim().max(200).default("").describe("Beginning of a word of the name; absent: the most frequent."),
	kinds: z
		.string()
		.transform((given) => given.split(","))
		.pipe(z.array(termKind).min(1))
		.meta(
			described("Kinds of terms, delimited by commas: brand, category, country, region, locality.", "brand,category"),
		),
	country: country.optional().describe("Only regions and localities of this country."),
	limit: wholeNumber(1, 50).default(10).describe("At most so many, from 1 to 50."),
});
export type FindPoiTerms = z.infer<typeof poiTermsParameters>;

export const poiTerms = z
	.strictObject({
		terms: z
			.array(
				z.strictObject({
					kind: termKind.describe("What it names."),
					name: text.meta(described("As the release has it; of a country its code.", "pharmacy")),
					country: text.nullable().describe("Country of a region or locality."),
					region: text.nullable().describe("Region of a locality."),
					poi_count: count.describe("Points of interest that have it."),
				}),
			)
			.describe("Those that begin with `q` first, then by number."),
	})
	.meta({ id: "PoiTerms", description: "Brands, categories and areas of the current release." });
export type PoiTerm = z.infer<typeof poiTerms>["terms"][number];

/** A release of points of interest. */
export const poiRelease = z
	.strictObject({
		id: field.id,
		name: text.meta(described("Name of the release.", "Made-up shops 2026-11")),
		attribution: text.nullable().describe("What its license asks to be shown."),
		current: z.boolean().describe("Whether searches and new builds use it."),
		available: z.boolean().describe("Whether its file is kept; those that no build needs are removed."),
		poi_count: count.describe("Points of interest in it."),
		skipped_count: count.describe("Rows without a name or a position, closed ones, and repeated ids."),
		country_count: count.describe("Countries in it."),
		size: count.describe("Bytes of its file."),
		imported_at: timestamp.describe("When it was imported."),
		revision: field.revision,
	})
	.meta({ id: "PoiRelease", description: "A release of points of interest that an operator brought." });
export type PoiRelease = z.infer<typeof poiRelease>;

export const listPoiReleasesParameters = z.strictObject({ ...paging });
export type ListPoiReleases = z.infer<typeof listPoiReleasesParameters>;

/** Parameters of `POST /api/poi-releases`. */
export const importPoisParameters = z.strictObject({
	name: nameWithin(1, 100)
		.optional()
		.meta(described("Name of the release; by default its day.", "Made-up shops 2026-11")),
	attribution: nameWithin(1, 500).optional().describe("What its license asks to be shown."),
});
export type ImportPois = z.infer<typeof importPoisParameters>;

export const poiReleaseRemoval = z
	.strictObject({ id: field.id })
	.meta({ id: "PoiReleaseRemoval", description: "The release whose file was removed." });

/** The query of a set, with the release over which its geofences were made. */
export const setPois = z
	.strictObject({
		query: savedPoiQuery.describe("The query."),
		release_id: guid.describe("Id of the release over which the geofences were made."),
		release_name: text.describe("Name of that release."),
		stale: z.boolean().describe("Whether a newer release is current: the next build is made over it."),
	})
	.meta({ id: "SetPois", description: "The query from which the geofences of a set are made." });
export type SetPois = z.infer<typeof setPois>;
