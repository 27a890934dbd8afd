import { z } from "zod";
import { geofenceImport } from "@/lib/contract/geofence-import";
import { field } from "./field";
import { nameWithin, paging, searchQuery } from "./parameters";
import { count, guid } from "./primitives";
import { described } from "./written-as";

const overlapping = count.describe("Number of geofences that overlap a sensitive place.");
const sensitive = z.boolean().describe("Whether geofences that overlap its places are warned about.");

/** A category of the operator's places. */
export const placeCategory = z
	.strictObject({
		id: field.id,
		name: field.name,
		sensitive,
		place_count: count.describe("Number of its places."),
		created_at: field.created_at,
		updated_at: field.updated_at,
		revision: field.revision,
	})
	.meta({ id: "PlaceCategory", description: "A category of the operator's places." });
export type PlaceCategory = z.infer<typeof placeCategory>;

/** Body of `POST /api/place-categories`. */
export const createPlaceCategoryBody = z.strictObject({
	name: nameWithin(1, 100).meta(described("Display name.", "Coffee shops Berlin")),
	sensitive: sensitive.default(false),
});
export type CreatePlaceCategory = z.input<typeof createPlaceCategoryBody>;

/** Body of `PATCH /api/place-categories/<id>`; absent fields stay as they are. */
export const editPlaceCategoryBody = z
	.strictObject({
		name: nameWithin(1, 100).optional().meta(described("Display name.", "Coffee shops Berlin")),
		sensitive: sensitive.optional(),
	})
	.refine((fields) => Object.values(fields).some((value) => value !== undefined), "names no field to change");
export type EditPlaceCategory = z.infer<typeof editPlaceCategoryBody>;

/** Parameters of `GET /api/place-categories`, sorted by name. */
export const listPlaceCategoriesParameters = z.strictObject({
	...paging,
	q: searchQuery.describe("Every word somewhere in the name, case- and accent-insensitive.").optional(),
});
export type ListPlaceCategories = z.infer<typeof listPlaceCategoriesParameters>;

/** Answer of `DELETE /api/place-categories/<id>`. */
export const placeCategoryRemoval = z
	.strictObject({ id: field.id })
	.meta({ id: "PlaceCategoryRemoval", description: "The category that was removed." });

/** Answer of `PUT /api/place-categories/<id>/places`. */
export const placeImport = geofenceImport
	.pick({
		accepted_row_count: true,
		refused_row_count: true,
		refused: true,
		warnings: true,
		bounds: true,
		revision: true,
	})
	.extend({ category_id: guid.describe("Id of the place category.") })
	.meta({
		id: "PlaceImport",
		description: "Result of an import of places: the accepted rows, and the first 1,000 refused ones.",
	});
export type PlaceImport = z.infer<typeof placeImport>;

/** How many geofences of a build overlap sensitive places. */
export const sensitivePlaces = z
	.strictObject({
		geofence_count: overlapping,
		categories: z
			.array(z.strictObject({ name: field.name, geofence_count: overlapping }))
			.describe("The sensitive categories that they overlap, most first."),
	})
	.meta({ id: "SensitivePlaces", description: "How many geofences of a build overlap sensitive places." });
export type SensitivePlaces = z.infer<typeof sensitivePlaces>;

const overlappingGeofence = z.strictObject({
	index: count.describe("Place of the geofence in its list, from 0."),
	categories: z.array(guid).describe("Ids of the sensitive categories that it overlaps."),
});

/** Body of `POST /api/sensitive-places`. */
export const checkedGeofences = z.strictObject({
	geofences: z
		.looseObject({
			type: z.literal("FeatureCollection").describe("GeoJSON type."),
			features: z
				.array(z.unknown())
				.max(1_000, "must be 1000 geofences at most")
				.meta(
					described("GeoJSON features; a named one has a `name` in its `properties`.", [
						{
							type: "Feature",
							properties: { radius: 150 },
							geometry: { type: "Point", coordinates: [13.4132, 52.5219] },
						},
					]),
				),
		})
		.describe(
			"For proximity designs: a GeoJSON FeatureCollection of Points with `properties.radius` in meters, Polygons and MultiPolygons.",
		),
});
export type CheckedGeofences = z.infer<typeof checkedGeofences>;

/** Answer of `GET /api/designs/<id>/sets/<set_id>/sensitive-places`. */
export const setOverlaps = z
	.strictObject({
		geofence_count: overlapping,
		categories: z
			.array(z.strictObject({ id: field.id, name: field.name, geofence_count: overlapping }))
			.describe("The sensitive categories that they overlap, most first."),
		geofences: z.array(overlappingGeofence).describe("The first 1,000 of these geofences."),
	})
	.meta({ id: "SetOverlaps", description: "The geofences of a set that overlap sensitive places." });
export type SetOverlaps = z.infer<typeof setOverlaps>;
