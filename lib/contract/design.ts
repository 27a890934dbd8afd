import { z } from "zod";
import { WARNING_KINDS } from "@/lib/rules/geofences/intake-warnings";
import { audience } from "./audience";
import { DESIGN_STATUSES } from "./constants";
import { membersSee } from "./organization";
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
} from "./parameters";
import { personRef } from "./person-ref";
import { designType, guid, priceCpm, timestamp } from "./primitives";
import { writtenAs } from "./written-as";

export { DESIGN_STATUSES } from "./constants";

export const designStatus = z.enum(DESIGN_STATUSES);
export type DesignStatus = z.infer<typeof designStatus>;

/** A set in the contract's lists. */
export const contractSet = z
	.strictObject({ set_id: guid, set_name: z.string(), targeting_code: z.string() })
	.meta({ id: "Set", description: "A set of a design." });
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
		description: "A user or organization with explicitly granted access to a design.",
	});
export type Collaborator = z.infer<typeof collaborator>;

const contractDesign = {
	id: guid,
	name: z.string(),
	type: designType,
	status: designStatus,
	created_at: timestamp,
	updated_at: timestamp,
	external_build: z.boolean().describe("Whether an external build is attached: the design cannot be edited."),
	design_size: z
		.number()
		.int()
		.meta({ deprecated: true, description: "Number of geofences or of audience conditions." }),
	most_recent_build: guid.nullable().describe("The newest completed build."),
	owner_id: guid,
	owner_org_id: guid,
	owner_name: z.string().describe("E-mail of the owner."),
	price_cpm: priceCpm,
	active_builds: z
		.number()
		.int()
		.min(0)
		.describe("Number of distinct builds with an activated deployment that the caller sees."),
	is_shared_to_current_user: z.boolean().describe("Whether it is shared with the caller."),
	is_shared_to_current_org: z.boolean().describe("Whether it is shared with the caller's whole organization."),
	sets: z.array(contractSet),
	set_ids: z.array(guid),
	collaborators: z.array(collaborator),
};

/** A design (docs/contract.md, Design). */
export const design = z.strictObject(contractDesign).meta({
	id: "Design",
	description: "The definition of a targeting: its sets, its owner and the status of its build.",
});
export type Design = z.infer<typeof design>;

/**
 * The extent of a set's geofences: `[west, south, east, north]` in degrees; null without geofences.
 */
export const bounds = z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable();
export type Bounds = z.infer<typeof bounds>;

/**
 * A set with its contents and its last editor: the number and bounds of geofences, or the audience
 * expression.
 */
export const designSet = z
	.strictObject({
		...contractSet.shape,
		geofences: z.strictObject({ count: z.number().int().min(0), bounds }).nullable(),
		audience: audience.nullable(),
		revision: z.number().int().min(1).describe("Increases with every change of the set's name, code or contents."),
		updated_at: timestamp,
		updated_by: z.string().nullable().describe("E-mail of the last editor; null where unknown."),
		updated_by_person: personRef.nullable(),
	})
	.meta({
		id: "DesignSet",
		description:
			"A set with its contents and its last editor: the number and bounds of geofences, or the audience expression.",
	});
export type DesignSet = z.infer<typeof designSet>;

export const FREEZE_CAUSES = ["requested", "building", "failed", "external"] as const;

/** The reason that name and sets of a design cannot be edited now. */
export const frozen = z
	.strictObject({
		cause: z.enum(FREEZE_CAUSES),
		reason: z.string().describe("Reason and end, as text."),
		build_id: guid.nullable().describe("Id of the build that freezes it."),
	})
	.meta({ id: "Frozen", description: "The reason that name and sets of a design cannot be edited now." });
export type Frozen = z.infer<typeof frozen>;

/** The caller's permissions on a design, by the rules of the operations. */
export const designPermissions = z
	.strictObject({
		see_contents: z.boolean().describe("Read the sets' contents and the history, and test the current contents."),
		edit: z.boolean(),
		request_build: z.boolean(),
		request_deployment: z.boolean(),
		share: z.boolean().describe("Change collaborators and visibility tags."),
		delete: z.boolean(),
		duplicate: z.boolean(),
		set_price: z.boolean(),
		change_owner: z.boolean(),
		upload_build: z.boolean().describe("Attach an external build."),
	})
	.meta({
		id: "DesignPermissions",
		description: "The caller's permissions on a design.",
	});
export type DesignPermissions = z.infer<typeof designPermissions>;

/** The data of an audience design: what its newest build has read, and what follows when they change. */
export const designData = z
	.strictObject({
		sources: z
			.array(
				z.strictObject({
					slug: z.string(),
					name: z.string(),
					built_on: timestamp.describe("When the data that the newest build has read were processed."),
					newest: timestamp.nullable().describe("When the source's current data were processed."),
					stale: z.boolean().describe("Whether the source has changed since the build read it."),
				}),
			)
			.describe("The sources of the newest build, the oldest data first."),
		stale: z.boolean().describe("Whether one of them has changed since."),
		rebuild_on_data: z.boolean().describe("Whether it is rebuilt when its data change."),
		redeploy: z
			.boolean()
			.describe("Whether that build is then requested for the targets where a build of the design is activated."),
		set_by: z.string().nullable().describe("E-mail of the person with whose rights this happens."),
		set_by_person: personRef.nullable(),
		problem: z.string().nullable().describe("Why it could not be done the last time."),
		problem_at: timestamp.nullable().describe("Time of the problem; null without one."),
	})
	.meta({ id: "DesignData", description: "The data of an audience design, and what follows when they change." });
export type DesignData = z.infer<typeof designData>;

/** Body of `PUT /api/designs/<id>/automation`. */
export const dataAutomationBody = z.strictObject({
	rebuild_on_data: z.boolean().describe("Rebuild the design when the data of its sources change."),
	redeploy: z
		.boolean()
		.default(false)
		.describe("Request the targets where a build of it is activated again, once it is rebuilt."),
});
export type DataAutomation = z.infer<typeof dataAutomationBody>;

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
		owner_person: personRef.nullable(),
		owner_org_members_see: membersSee
			.nullable()
			.describe("`members_see` of the owner's organization; null for callers who see the design through a target."),
		own_price_cpm: priceCpm.describe("The design's own price; null: the organization's price applies."),
		frozen: frozen.nullable().describe("Reason that name and sets cannot be edited now; null for an editable design."),
		contents: z
			.array(designSet)
			.nullable()
			.describe("Contents of the sets; null for a caller who sees the design only through a target."),
		data: designData
			.nullable()
			.describe("Null for proximity designs, and for a caller who sees the design only through a target."),
		permissions: designPermissions,
	})
	.meta({
		id: "DesignDetail",
		description:
			"The design of the product API: the contract's row with its revision, visibility, reasons and contents.",
	});
export type DesignDetail = z.infer<typeof designDetail>;

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
		set_name: setNames.shape.set_name,
		targeting_code: targetingCode.optional(),
		geofences: z.looseObject({ type: z.literal("FeatureCollection"), features: z.array(z.unknown()) }).optional(),
		audience: audience.optional(),
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
export const editedSet = z.strictObject({ ...newSet.shape, set_id: guidParameter.optional() }).meta({
	id: "EditedSet",
	description:
		"A set of `PATCH /api/designs/<id>`: with `set_id`, absent fields stay as they are; without, the set is new.",
});
export type EditedSet = z.infer<typeof editedSet>;

/** A price as a decimal string with at most four decimals. */
export const newPrice = z
	.strictObject({
		base: writtenAs(
			{ type: "string", pattern: "^\\d{1,8}(\\.\\d{1,4})?$" },
			z.string().regex(/^\d{1,8}(\.\d{1,4})?$/, "must be a decimal number with at most four decimals, such as '0.45'"),
		),
	})
	.nullable();

/**
 * Body of `PATCH /api/designs/<id>`: absent fields stay as they are; `sets` replaces the list of
 * sets, in this order.
 */
export const editDesignBody = z
	.strictObject({
		name: nameWithin(1, 200).optional().describe("Name of the design; not blank."),
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
	revision: z.number().int().min(1),
	changed_by: z.string().nullable().describe("E-mail of the author, or the acting part of the service."),
	changed_by_person: personRef.nullable().describe("The person behind `changed_by`."),
	changed_at: timestamp,
	action: z.string().nullable().describe("The last action, by its name in the history."),
	current: designDetail,
});
export type DesignConflict = z.infer<typeof designConflict>;

/** Body of `POST /api/designs/<id>/duplicate`. */
export const duplicateDesignBody = z.strictObject({
	name: nameWithin(1, 200)
		.optional()
		.describe("Name of the copy; by default the original's name followed by ` (copy)`."),
});
export type DuplicateDesign = z.infer<typeof duplicateDesignBody>;

/** Body of `POST /api/designs`. */
export const createDesignBody = z.strictObject({
	name: nameWithin(1, 200).describe("Name of the design; not blank."),
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

/** A warning about accepted rows. */
export const importWarning = z
	.strictObject({
		kind: z.enum(WARNING_KINDS),
		message: z.string(),
		count: z.number().int().min(1),
		lines: z.array(z.number().int().min(1)).describe("The first 20 line numbers."),
		widths: z
			.array(z.number())
			.optional()
			.describe("Of crosses_antimeridian: degrees of longitude that each of the listed rows covers."),
	})
	.meta({ id: "ImportWarning", description: "A warning about accepted rows." });
export type ImportWarning = z.infer<typeof importWarning>;

/**
 * Answer of a geofence import: the accepted rows, and the first 1,000 refused rows with their line
 * and reason.
 */
export const geofenceImport = z
	.strictObject({
		set_id: guid,
		accepted_row_count: z.number().int().min(0),
		added_count: z.number().int().min(0).describe("Accepted geofences that are new in the set."),
		updated_count: z.number().int().min(0).describe("Accepted geofences that took the place of those with their id."),
		unchanged_count: z.number().int().min(0).describe("Accepted geofences that an update found as they are."),
		kept_count: z.number().int().min(0).describe("Geofences that were there before and stay."),
		removed_count: z.number().int().min(0).describe("Geofences that were there before and are gone."),
		refused_row_count: z.number().int().min(0),
		refused: z.array(z.strictObject({ line: z.number().int().min(1), reason: z.string() })),
		warnings: z
			.array(importWarning)
			.describe("Likely mistakes in accepted rows; one entry per kind, with the first lines."),
		bounds,
		design_size: z.number().int().min(0),
		revision: z.number().int().min(1),
	})
	.meta({
		id: "GeofenceImport",
		description:
			"Result of a geofence import: the accepted rows, and the first 1,000 refused rows with their line and reason.",
	});
export type GeofenceImport = z.infer<typeof geofenceImport>;

/** Answer of `DELETE /api/designs/<id>/sets/<set_id>/geofences`. */
export const geofenceRemoval = z
	.strictObject({
		set_id: guid,
		design_size: geofenceImport.shape.design_size,
		revision: geofenceImport.shape.revision,
	})
	.meta({ id: "GeofenceRemoval", description: "The design after the geofences of a set were removed." });
export type GeofenceRemoval = z.infer<typeof geofenceRemoval>;
