import { z } from "zod";
import { audience } from "./audience";
import { commaList, guidParameter, order, paging, searchQuery, textWithin } from "./parameters";
import { designType, guid, priceCpm, timestamp } from "./primitives";

export const DESIGN_STATUSES = ["in_design", "requested", "rejected", "building", "failed", "built"] as const;
export const designStatus = z.enum(DESIGN_STATUSES);
export type DesignStatus = z.infer<typeof designStatus>;

/** A set as the contract lists it. */
export const contractSet = z
	.strictObject({ set_id: guid, set_name: z.string(), targeting_code: z.string() })
	.meta({ id: "Set" });
export type ContractSet = z.infer<typeof contractSet>;

export const collaborator = z
	.strictObject({
		type: z.enum(["user", "org"]),
		id: guid,
		label: z.string(),
		permissions: z.strictObject({ view: z.boolean(), edit: z.boolean() }),
	})
	.meta({ id: "Collaborator" });
export type Collaborator = z.infer<typeof collaborator>;

const contractDesign = {
	id: guid,
	name: z.string(),
	type: designType,
	status: designStatus,
	created_at: timestamp,
	updated_at: timestamp,
	external_build: z.boolean().describe("Tied to a build made elsewhere: it cannot be edited."),
	design_size: z
		.number()
		.int()
		.meta({ deprecated: true, description: "Number of geofences or of audience conditions." }),
	most_recent_build: guid.nullable().describe("The newest completed build."),
	owner_id: guid,
	owner_org_id: guid,
	owner_name: z.string().describe("E-mail of the owner."),
	price_cpm: priceCpm,
	active_builds: z.number().int().min(0).describe("Distinct builds with an activated deployment that the caller sees."),
	is_shared_to_current_user: z.boolean().describe("Access explicitly shared with the caller."),
	is_shared_to_current_org: z.boolean().describe("Access shared with the caller's whole organization."),
	sets: z.array(contractSet),
	set_ids: z.array(guid),
	collaborators: z.array(collaborator),
};

/** Design (specification, Resources and their fields). */
export const design = z.strictObject(contractDesign).meta({ id: "Design" });
export type Design = z.infer<typeof design>;

/** Where a set's geofences lie: `[west, south, east, north]` in degrees; null without geofences. */
export const bounds = z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable();
export type Bounds = z.infer<typeof bounds>;

/** A set with what it holds: the number and bounds of geofences, or the audience expression. */
export const designSet = z
	.strictObject({
		...contractSet.shape,
		geofences: z.strictObject({ count: z.number().int().min(0), bounds }).nullable(),
		audience: audience.nullable(),
	})
	.meta({ id: "DesignSet" });
export type DesignSet = z.infer<typeof designSet>;

/** What the caller may do with a design, from the same rules that the operations ask. */
export const designPermissions = z.strictObject({
	edit: z.boolean(),
	request_build: z.boolean(),
	request_deployment: z.boolean(),
	share: z.boolean(),
});

/** The design of the product API: the contract's row with its revision, visibility, reasons and contents. */
export const designDetail = z
	.strictObject({
		...contractDesign,
		revision: z.number().int().min(1),
		visibility: z.array(z.string()),
		status_reason: z.string().nullable(),
		contents: z.array(designSet).nullable().describe("Null where the caller sees the design through a target only."),
		permissions: designPermissions,
	})
	.meta({ id: "DesignDetail" });
export type DesignDetail = z.infer<typeof designDetail>;

export const targetingCode = z
	.string()
	.min(1)
	.max(64)
	.regex(/^[^\s,\p{Cc}]+$/u, "must not hold blanks, commas or control characters");

/** A set as it is created: for proximity designs `geofences` (a FeatureCollection), for audience designs `audience`. */
export const newSet = z
	.strictObject({
		set_name: textWithin(1, 200),
		targeting_code: targetingCode.optional(),
		geofences: z.looseObject({ type: z.literal("FeatureCollection"), features: z.array(z.unknown()) }).optional(),
		audience: audience.optional(),
	})
	.meta({ id: "NewSet" });
export type NewSet = z.infer<typeof newSet>;

/** Body of `POST /api/designs`. */
export const createDesignBody = z.strictObject({
	name: textWithin(1, 200),
	type: designType,
	sets: z.array(newSet).max(1_000).default([]),
});
export type CreateDesign = z.infer<typeof createDesignBody>;

/** Parameters of List Designs. */
export const listDesignsParameters = z.strictObject({
	...paging,
	order,
	owner: guidParameter.optional(),
	owner_org_id: guidParameter.optional(),
	q: searchQuery.optional(),
	type: z.enum(designType.options, "must be 'proximity' or 'audience'").optional(),
	visibility: commaList({ required: false }).optional(),
});
export type ListDesigns = z.infer<typeof listDesignsParameters>;

/** Body of Request Build of a Design. */
export const requestBuildParameters = z.strictObject({ reason: textWithin(1, 2_000) });

/** Answer of a geofence import: rows taken, and the rows refused with their line and reason (the first 1,000 of them). */
export const geofenceImport = z
	.strictObject({
		set_id: guid,
		accepted_row_count: z.number().int().min(0),
		refused_row_count: z.number().int().min(0),
		refused: z.array(z.strictObject({ line: z.number().int().min(1), reason: z.string() })),
		bounds,
		design_size: z.number().int().min(0),
		revision: z.number().int().min(1),
	})
	.meta({ id: "GeofenceImport" });
export type GeofenceImport = z.infer<typeof geofenceImport>;
