import { z } from "zod";
import { wholeNumber } from "./parameters";
import { integer } from "./primitives";
import { described } from "./written-as";

const MOST_POINTS = 100;
const DEGREES = /^-?\d{1,3}(?:\.\d{1,20})?$/;

/** Parameters of `GET /api/places`. */
export const placesParameters = z.strictObject({
	q: z
		.string()
		.trim()
		.min(1, "must not be empty")
		.max(200, "must have at most 200 characters")
		.meta(
			described(
				"Every word begins a word of the name, or of the region or country; case- and accent-insensitive.",
				"alexanderplatz",
			),
		),
	limit: wholeNumber(1, 20).default(10).describe("At most so many places, from 1 to 20."),
});
export type PlacesQuery = z.infer<typeof placesParameters>;

/** `52.52,13.40;48.14,11.58` */
const points = z
	.string()
	.transform((text) => text.split(";").map((pair) => pair.split(",")))
	.refine((pairs) => pairs.length <= MOST_POINTS, `must name at most ${MOST_POINTS} points`)
	.refine(
		(pairs) =>
			pairs.every(
				([latitude = "", longitude = "", ...rest]) =>
					rest.length === 0 &&
					DEGREES.test(latitude) &&
					DEGREES.test(longitude) &&
					Math.abs(Number(latitude)) <= 90 &&
					Math.abs(Number(longitude)) <= 180,
			),
		"must be latitudes and longitudes such as 52.52,13.40;48.14,11.58",
	)
	.transform((pairs) => pairs.map(([latitude, longitude]) => [Number(longitude), Number(latitude)] as const))
	.meta(described("Latitude and longitude of up to 100 points, in degrees.", "52.52,13.40;48.14,11.58"));

/** Parameters of `GET /api/places/near`. */
export const nearParameters = z.strictObject({ points });

export const foundPlace = z
	.strictObject({
		kind: z
			.enum(["country", "capital", "city", "district", "airport", "station", "postal_code", "address", "place", "poi"])
			.describe(
				"A district is a part of a city; what the geocoder finds is an address, one of the operator's own is a place, and a point of interest is a poi.",
			),
		source: z
			.enum(["operator", "gazetteer", "release", "geocoder"])
			.describe(
				"Who knows it: the operator's own places, the service itself, the release of points of interest or the geocoder.",
			),
		name: z.string().meta(described("Its name, without region and country.", "Coffee shops Berlin")),
		region: z
			.string()
			.nullable()
			.describe(
				"Its state or province, the town of an airport, station or postal code, the category of an operator's place, or the address of a point of interest; null where unknown.",
			),
		country: z.string().nullable().describe("The country's name in English; null where unknown."),
		latitude: z.number().describe("Latitude of its middle, in degrees."),
		longitude: z.number().describe("Longitude of its middle, in degrees."),
		population: integer.nullable().describe("Its residents, of cities and districts; null of others."),
		bounds: z
			.tuple([z.number(), z.number(), z.number(), z.number()])
			.describe("Part of the map to show: west, south, east, north; the east may exceed 180."),
	})
	.meta({ id: "FoundPlace", description: "A place on the map, found by its name." });
export type FoundPlace = z.infer<typeof foundPlace>;

/** Result of `GET /api/places`. */
export const foundPlaces = z
	.strictObject({
		places: z.array(foundPlace).describe("The places, best first."),
		note: z.string().nullable().describe("Why the geocoder has no part in it; null where it has, or was not needed."),
	})
	.meta({ id: "FoundPlaces", description: "Places by name: the service's own before the geocoder's." });
export type FoundPlaces = z.infer<typeof foundPlaces>;

export const nearPlace = z
	.strictObject({
		name: z.string().meta(described("The city's name.", "Coffee shops Berlin")),
		country: z.string().describe("The country's name in English."),
		distance: integer.describe("Kilometers from the point."),
	})
	.meta({ id: "NearPlace", description: "The place by which people know where a point is." });
export type NearPlace = z.infer<typeof nearPlace>;

/** Result of `GET /api/places/near`. */
export const nearPlaces = z
	.strictObject({
		places: z.array(nearPlace.nullable()).describe("Of each point in its order; null where no place is within 200 km."),
	})
	.meta({ id: "NearPlaces", description: "The places near points." });
export type NearPlaces = z.infer<typeof nearPlaces>;
