import { z } from "zod";
import { audience } from "./audience";
import { DESIGN_STATUSES } from "./constants";
import {
	designTypeFilter,
	guidParameter,
	order,
	paging,
	searchQuery,
	textWithin,
	visibilityFilter,
} from "./parameters";
import { designType, guid, priceCpm, timestamp } from "./primitives";
import { writtenAs } from "./written-as";

export { GEOFENCE_CONTENT_TYPES } from "@/lib/rules/geofences/content-types";
export { DESIGN_STATUSES } from "./constants";

export const designStatus = z.enum(DESIGN_STATUSES);
export type DesignStatus = z.infer<typeof designStatus>;

/** A set as the contract lists it. */
export const contractSet = z
	.strictObject({ set_id: guid, set_name: z.string(), targeting_code: z.string() })
	.meta({ id: "Set", description: "A set as the contract lists it." });
export type ContractSet = z.infer<typeof contractSet>;

export const collaborator = z
	.strictObject({
		type: z.enum(["user", "org"]),
		id: guid,
		label: z.string(),
		permissions: z.strictObject({ view: z.boolean(), edit: z.boolean() }),
	})
	.meta({
		id: "Collaborator",
		description: "A user or organization to which access to a design was explicitly granted.",
	});
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
export const design = z.strictObject(contractDesign).meta({
	id: "Design",
	description: "What is targeted: its sets, who it belongs to, and where it is on its way to a build.",
});
export type Design = z.infer<typeof design>;

/** Where a set's geofences lie: `[west, south, east, north]` in degrees; null without geofences. */
export const bounds = z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable();
export type Bounds = z.infer<typeof bounds>;

/** A set with what it holds: the number and bounds of geofences, or the audience expression; and who changed it last. */
export const designSet = z
	.strictObject({
		...contractSet.shape,
		geofences: z.strictObject({ count: z.number().int().min(0), bounds }).nullable(),
		audience: audience.nullable(),
		revision: z.number().int().min(1).describe("Raised by every change of the set's name, code or contents."),
		updated_at: timestamp,
		updated_by: z.string().nullable().describe("E-mail of who changed it last; null where that is not known."),
	})
	.meta({
		id: "DesignSet",
		description:
			"A set with what it holds: the number and bounds of geofences, or the audience expression; and who changed it last.",
	});
export type DesignSet = z.infer<typeof designSet>;

export const FREEZE_CAUSES = ["requested", "building", "failed", "external"] as const;

/** Why name and sets of a design cannot be edited now. */
export const frozen = z
	.strictObject({
		cause: z.enum(FREEZE_CAUSES),
		reason: z.string().describe("Why, and until when, in words."),
		build_id: guid.nullable().describe("The build that it waits for."),
	})
	.meta({ id: "Frozen", description: "Why name and sets of a design cannot be edited now." });
export type Frozen = z.infer<typeof frozen>;

/** What the caller may do with a design, from the same rules that the operations ask. */
export const designPermissions = z
	.strictObject({
		see_contents: z.boolean().describe("Read sets' contents, the history, and test against the current contents."),
		edit: z.boolean(),
		request_build: z.boolean(),
		request_deployment: z.boolean(),
		share: z.boolean().describe("Collaborators and visibility tags."),
		delete: z.boolean(),
		duplicate: z.boolean(),
		set_price: z.boolean(),
		change_owner: z.boolean(),
		upload_build: z.boolean().describe("Upload a targeting file made elsewhere."),
	})
	.meta({
		id: "DesignPermissions",
		description: "What the caller may do with a design, from the same rules that the operations ask.",
	});
export type DesignPermissions = z.infer<typeof designPermissions>;

/**
 * Get Design with `detail=true`, and the design of the product API: the contract's row with its
 * revision, visibility, reasons and contents.
 */
export const designDetail = z
	.strictObject({
		...contractDesign,
		revision: z.number().int().min(1),
		visibility: z.array(z.string()),
		status_reason: z.string().nullable(),
		own_price_cpm: priceCpm.describe("The design's own price; null: its organization's holds."),
		frozen: frozen.nullable().describe("Why name and sets cannot be edited now; null: they can."),
		contents: z.array(designSet).nullable().describe("Null where the caller sees the design through a target only."),
		permissions: designPermissions,
	})
	.meta({
		id: "DesignDetail",
		description:
			"The design of the product API: the contract's row with its revision, visibility, reasons and contents.",
	});
export type DesignDetail = z.infer<typeof designDetail>;

export const targetingCode = z
	.string()
	.min(1)
	.max(64)
	.regex(/^[^\s,\p{Cc}]+$/u, "must not hold blanks, commas or control characters");

/** What a set is called, also one that comes in a targeting file. */
export const setNames = z.object({ set_name: textWithin(1, 200), targeting_code: targetingCode });

/** A set as it is created: for proximity designs `geofences` (a FeatureCollection), for audience designs `audience`. */
export const newSet = z
	.strictObject({
		set_name: setNames.shape.set_name,
		targeting_code: targetingCode.optional(),
		geofences: z.looseObject({ type: z.literal("FeatureCollection"), features: z.array(z.unknown()) }).optional(),
		audience: audience.optional(),
	})
	.meta({
		id: "NewSet",
		description:
			"A set as it is created: for proximity designs `geofences` (a FeatureCollection), for audience designs `audience`.",
	});
export type NewSet = z.infer<typeof newSet>;

/** A set of `PATCH /api/designs/<id>`: one with `set_id` keeps what is left out, one without is new. */
export const editedSet = z.strictObject({ ...newSet.shape, set_id: guidParameter.optional() }).meta({
	id: "EditedSet",
	description: "A set of `PATCH /api/designs/<id>`: one with `set_id` keeps what is left out, one without is new.",
});
export type EditedSet = z.infer<typeof editedSet>;

/** A price as it is set: a decimal string, at most four decimals. */
export const newPrice = z
	.strictObject({
		base: writtenAs(
			{ type: "string", pattern: "^\\d{1,8}(\\.\\d{1,4})?$" },
			z.string().regex(/^\d{1,8}(\.\d{1,4})?$/, "must be a decimal number with at most four decimals, such as '0.45'"),
		),
	})
	.nullable();

/** Body of `PATCH /api/designs/<id>`: what is left out stays as it is; `sets` replaces the list of sets, in this order. */
export const editDesignBody = z
	.strictObject({
		name: textWithin(1, 200).optional().describe("What people call the design; not blank."),
		sets: z
			.array(editedSet)
			.max(1_000)
			.optional()
			.describe("The whole list of sets, in this order, in place of the present one."),
		price_cpm: newPrice.optional().describe("The design's own price; null: its organization's holds."),
		owner_id: guidParameter.optional().describe("User id of the new owner; operators only."),
	})
	.refine((fields) => Object.values(fields).some((value) => value !== undefined), "names no field to change");
export type EditDesign = z.infer<typeof editDesignBody>;

/** What a 412 of a design says besides its message: who changed it, and the design as it is now, to merge set by set. */
export const designConflict = z.strictObject({
	revision: z.number().int().min(1),
	changed_by: z.string().nullable().describe("E-mail, or the part of the service that acted by itself."),
	changed_at: timestamp,
	action: z.string().nullable().describe("The last action, as the history names it."),
	current: designDetail,
});
export type DesignConflict = z.infer<typeof designConflict>;

/** Body of `POST /api/designs/<id>/duplicate`. */
export const duplicateDesignBody = z.strictObject({
	name: textWithin(1, 200).optional().describe("The original's name with ` (copy)` behind it unless stated."),
});
export type DuplicateDesign = z.infer<typeof duplicateDesignBody>;

/** Body of `POST /api/designs`. */
export const createDesignBody = z.strictObject({
	name: textWithin(1, 200).describe("What people call the design; not blank."),
	type: designType.describe(
		"What is targeted, for good: places (`proximity`, sets of geofences) or devices (`audience`, sets of expressions).",
	),
	sets: z
		.array(newSet)
		.max(1_000)
		.default([])
		.describe("Sets with their contents. All or nothing: one geofence that cannot be taken refuses the design."),
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
		.describe("Why the build is requested; not blank.")
		.meta({ examples: ["Spring campaign, new shops added"] }),
});

/** Something about rows that were taken. */
export const importWarning = z
	.strictObject({
		kind: z.enum(["duplicate", "default_radius", "null_island"]),
		message: z.string(),
		count: z.number().int().min(1),
		lines: z.array(z.number().int().min(1)).describe("The first 20 of them."),
	})
	.meta({ id: "ImportWarning", description: "Something about rows that were taken." });
export type ImportWarning = z.infer<typeof importWarning>;

/** Answer of a geofence import: rows taken, and the rows refused with their line and reason (the first 1,000 of them). */
export const geofenceImport = z
	.strictObject({
		set_id: guid,
		accepted_row_count: z.number().int().min(0),
		refused_row_count: z.number().int().min(0),
		refused: z.array(z.strictObject({ line: z.number().int().min(1), reason: z.string() })),
		warnings: z
			.array(importWarning)
			.describe("What was taken and looks unlike what was meant; one entry per kind, with the first lines."),
		bounds,
		design_size: z.number().int().min(0),
		revision: z.number().int().min(1),
	})
	.meta({
		id: "GeofenceImport",
		description:
			"Answer of a geofence import: rows taken, and the rows refused with their line and reason (the first 1,000 of them).",
	});
export type GeofenceImport = z.infer<typeof geofenceImport>;
