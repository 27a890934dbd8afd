import { z } from "zod";
import { audience } from "@/lib/contract/audience";
import { designDetail, writtenOfDesign } from "@/lib/contract/design";
import {
	designTypeFilter,
	guidParameter,
	keyText,
	nameWithin,
	order,
	paging,
	searchQuery,
	textWithin,
	visibilityFilter,
} from "@/lib/contract/parameters";
import { personRef } from "@/lib/contract/person-ref";
import { designType, positive, text, timestamp } from "@/lib/contract/primitives";
import { described, writtenAs } from "@/lib/contract/written-as";

/** A targeting code; blanks inside are allowed, as people call their sets "New York". */
export const targetingCode = keyText(1, 64).regex(/^[^,\p{Cc}]*$/u, "must not hold commas or control characters");

/** The names of a set, also of one in a targeting file. */
export const setNames = z.object({ set_name: nameWithin(1, 200), targeting_code: targetingCode });

/**
 * A new set: `geofences` (a FeatureCollection) in proximity designs, `audience` in audience
 * designs.
 */
export const newSet = z
	.strictObject({
		set_name: setNames.shape.set_name.meta(described("Name of the set.", "City center")),
		targeting_code: targetingCode
			.optional()
			.meta(described("Agents return it for a match; derived from the set's name when absent.", "COFFEE-CENTER")),
		geofences: z
			.looseObject({
				type: z.literal("FeatureCollection").describe("GeoJSON type."),
				features: z.array(z.unknown()).describe("GeoJSON features; a named one has a `name` in its `properties`."),
			})
			.optional()
			.describe(
				"For proximity designs: a GeoJSON FeatureCollection of Points with `properties.radius` in meters, Polygons and MultiPolygons.",
			),
		audience: audience.optional().describe("For audience designs: an expression over inventory sources."),
	})
	.meta({
		id: "NewSet",
		description: "A new set: `geofences` (a FeatureCollection) in proximity designs, `audience` in audience designs.",
	});
export type NewSet = z.infer<typeof newSet>;

/**
 * A set of `PATCH /api/designs/<id>`: with `set_id`, absent fields stay as they are; without, the
 * set is new.
 */
export const editedSet = z
	.strictObject({
		...newSet.shape,
		targeting_code: newSet.shape.targeting_code.describe("Agents return it for a match."),
		set_id: guidParameter.optional().describe("Id of the set; absent for a new set."),
	})
	.meta({
		id: "EditedSet",
		description:
			"A set of `PATCH /api/designs/<id>`: with `set_id`, absent fields stay as they are; without, the set is new.",
	});
export type EditedSet = z.infer<typeof editedSet>;

/** A price as a decimal string with at most four decimals. */
export const newPrice = z
	.strictObject({
		base: writtenAs(
			{ type: "string", pattern: "^\\d{1,8}(\\.\\d{1,4})?$", examples: ["0.45"] },
			z.string().regex(/^\d{1,8}(\.\d{1,4})?$/, "must be a decimal number with at most four decimals, such as '0.45'"),
		).describe("Price in CPM for most countries, a decimal string."),
	})
	.nullable();

/**
 * Body of `PATCH /api/designs/<id>`: absent fields stay as they are; `sets` replaces the list of
 * sets, in this order.
 */
export const editDesignBody = z
	.strictObject({
		...z.strictObject(writtenOfDesign).partial().shape,
		sets: z
			.array(editedSet)
			.max(1_000)
			.optional()
			.describe("The complete list of sets, in this order; replaces the current one."),
		price_cpm: newPrice.optional().describe("The design's own price; null: the organization's price applies."),
		owner_id: guidParameter.optional().describe("User id of the new owner; operators only."),
	})
	.refine((fields) => Object.values(fields).some((value) => value !== undefined), "names no field to change");
export type EditDesign = z.infer<typeof editDesignBody>;

/**
 * The details of a design's 412: the author of the change and the current design, to merge set by
 * set.
 */
export const designConflict = z.strictObject({
	revision: positive,
	changed_by: text.nullable().describe("E-mail of the author, or the acting part of the service."),
	changed_by_person: personRef.nullable().describe("The person behind `changed_by`."),
	changed_at: timestamp,
	action: text.nullable().describe("The last action, by its name in the history."),
	current: designDetail,
});
export type DesignConflict = z.infer<typeof designConflict>;

/** Body of `POST /api/designs/<id>/duplicate`. */
export const duplicateDesignBody = z.strictObject({
	name: nameWithin(1, 200)
		.optional()
		.meta(described("Name of the copy; by default the original's name followed by ` (copy)`.", "Coffee shops Berlin")),
});
export type DuplicateDesign = z.infer<typeof duplicateDesignBody>;

/** Body of `POST /api/designs`. */
export const createDesignBody = z.strictObject({
	name: writtenOfDesign.name,
	type: designType.describe(
		"Type, which never changes: places (`proximity`, sets of geofences) or devices (`audience`, sets of expressions).",
	),
	sets: z
		.array(newSet)
		.max(1_000)
		.default([])
		.describe("Sets with their contents. One refused geofence refuses the whole design."),
});
export type CreateDesign = z.infer<typeof createDesignBody>;

/** Parameters of List Designs. */
export const listDesignsParameters = z.strictObject({
	...paging,
	order,
	owner: guidParameter.optional().describe("User id of the design's owner."),
	owner_org_id: guidParameter.optional().describe("Organization id of the owner."),
	q: searchQuery.optional(),
	type: designTypeFilter.optional(),
	visibility: visibilityFilter.optional(),
});
export type ListDesigns = z.infer<typeof listDesignsParameters>;

/** Body of Request Build of a Design. */
export const requestBuildParameters = z.strictObject({
	reason: textWithin(1, 2_000)
		.describe("Reason for the build request; not blank.")
		.meta({ examples: ["Spring campaign, new shops added"] }),
});
