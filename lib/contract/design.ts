import { z } from "zod";
import { audience } from "./audience";
import { DESIGN_STATUSES } from "./constants";
import { field } from "./field";
import { listPull } from "./list-pull";
import { membersSee } from "./organization";
import { nameWithin } from "./parameters";
import { personRef } from "./person-ref";
import { setPois } from "./point-of-interest";
import { count, guid, integer, positive, priceCpm, text, timestamp } from "./primitives";
import { DESIGN_STATUS } from "./status-terms";
import { described } from "./written-as";

export { DESIGN_STATUSES } from "./constants";

export const designStatus = z.enum(DESIGN_STATUSES);
export type DesignStatus = z.infer<typeof designStatus>;

/** A set in the contract's lists. */
export const contractSet = z
	.strictObject({ set_id: field.set_id, set_name: field.set_name, targeting_code: field.targeting_code })
	.meta({ id: "Set", description: "A set of a design." });
export type ContractSet = z.infer<typeof contractSet>;

export const collaborator = z
	.strictObject({
		type: z.enum(["user", "org"]).describe("`user` or `organization`."),
		id: field.user_or_organization_id,
		label: text.meta(described("E-mail of a user, name of an organization.", "colleague@acme.example")),
		permissions: z
			.strictObject({ view: z.boolean().describe("See it."), edit: field.edit })
			.describe("Permissions of the collaborator."),
	})
	.meta({
		id: "Collaborator",
		description: "A user or organization with explicitly granted access to a design.",
	});
export type Collaborator = z.infer<typeof collaborator>;

/** What people write about a design: columns that are edited and shown as they are. */
export const writtenOfDesign = {
	name: nameWithin(1, 200).meta(described("Name of the design; not blank.", "Coffee shops Berlin")),
};

const contractDesign = {
	id: field.id,
	name: field.name,
	type: field.type,
	status: designStatus.describe(DESIGN_STATUS),
	created_at: field.created_at,
	updated_at: field.updated_at,
	external_build: z.boolean().describe("Whether an external build is attached: the design cannot be edited."),
	design_size: integer.meta({
		deprecated: true,
		description: "Number of geofences or of audience conditions.",
		examples: [120],
	}),
	most_recent_build: guid.nullable().describe("The newest completed build."),
	owner_id: field.owner_id,
	owner_org_id: guid.describe("Organization id of the owner."),
	owner_name: text.meta(described("E-mail of the owner.", "designer@acme.example")),
	price_cpm: priceCpm,
	active_builds: count.describe("Number of distinct builds with an activated deployment that the caller sees."),
	is_shared_to_current_user: z.boolean().describe("Whether it is shared with the caller."),
	is_shared_to_current_org: z.boolean().describe("Whether it is shared with the caller's whole organization."),
	sets: z.array(contractSet).describe("The sets, in the design's order."),
	set_ids: z.array(guid).describe("Ids of all sets of the design."),
	collaborators: z.array(collaborator).describe("Users and organizations with explicitly granted access."),
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
		geofences: z
			.strictObject({
				count: count.meta(described("Number of geofences.", 120)),
				bounds: bounds.describe("West, south, east, north in degrees; null without geofences."),
			})
			.nullable()
			.describe("Number and extent of the geofences; null for audience designs."),
		audience: audience.nullable().describe("For audience designs: an expression over inventory sources."),
		points_of_interest: setPois.nullable().describe("The query that makes the geofences; null without one."),
		revision: positive.meta(described("Increases with every change of the set's name, code or contents.", 3)),
		updated_at: field.updated_at,
		updated_by: text.nullable().describe("E-mail of the last editor; null where unknown."),
		updated_by_person: personRef.nullable().describe("The last editor by name; null where unknown."),
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
		cause: z
			.enum(FREEZE_CAUSES)
			.describe("Cause: a requested, running or failed build, or an external targeting file."),
		reason: text.meta(described("Reason and end, as text.", "Spring campaign, new shops added")),
		build_id: guid.nullable().describe("Id of the build that freezes it."),
	})
	.meta({ id: "Frozen", description: "The reason that name and sets of a design cannot be edited now." });
export type Frozen = z.infer<typeof frozen>;

/** The caller's permissions on a design, by the rules of the operations. */
export const designPermissions = z
	.strictObject({
		see_contents: z.boolean().describe("Read the sets' contents and the history, and test the current contents."),
		edit: z.boolean().describe("Change name and sets while the design is not frozen."),
		request_build: z.boolean().describe("Request a build."),
		request_deployment: z.boolean().describe("Request deployment of its builds."),
		share: z.boolean().describe("Change collaborators and visibility tags."),
		delete: field.delete,
		duplicate: z.boolean().describe("Make a copy that the caller owns."),
		set_price: z.boolean().describe("Set the price of this design."),
		change_owner: z.boolean().describe("Transfer it to another owner."),
		upload_build: z.boolean().describe("Attach an external build."),
	})
	.meta({
		id: "DesignPermissions",
		description: "The caller's permissions on a design.",
	});
export type DesignPermissions = z.infer<typeof designPermissions>;

/**
 * The data of an audience design, or the lists that are pulled and the release of points of interest
 * of a proximity design: those that its newest build has read, and the consequences of a change.
 */
export const designData = z
	.strictObject({
		sources: z
			.array(
				z.strictObject({
					slug: field.source_slug,
					name: field.name,
					built_on: timestamp.describe("When the data that the newest build has read were processed."),
					newest: timestamp.nullable().describe("When the source's current data were processed."),
					stale: z.boolean().describe("Whether the source has changed since the build read it."),
				}),
			)
			.describe("The sources of the newest build, the oldest data first."),
		points_of_interest: z
			.strictObject({
				name: field.name,
				built_on: timestamp.describe("When the release that the newest build names was imported."),
				newest: timestamp.nullable().describe("When the current release was imported; null without one."),
				stale: z.boolean().describe("Whether another release is current."),
			})
			.nullable()
			.describe("The release of points of interest of the newest build; null without a query."),
		lists: z
			.array(
				z.strictObject({
					set_id: field.set_id,
					name: field.name,
					built_on: timestamp
						.nullable()
						.describe("When the list that the newest build has read came; null without one."),
					newest: timestamp.nullable().describe("When the set's current list came; null before the first."),
					stale: z.boolean().describe("Whether the set has another list since the build read it."),
					pull: listPull.nullable().describe("From where and when; null for callers who may not edit the design."),
				}),
			)
			.describe("The sets whose geofences are pulled, in their order."),
		stale: z.boolean().describe("Whether one of them has changed since."),
		rebuild_on_data: z.boolean().describe("Whether it is rebuilt when its data change."),
		redeploy: z
			.boolean()
			.describe("Whether that build is then requested for the targets where a build of the design is activated."),
		set_by: text.nullable().describe("E-mail of the person with whose rights this happens."),
		set_by_person: personRef.nullable().describe("The person with whose rights this happens, by name."),
		problem: text
			.nullable()
			.meta(
				described("Why it could not be done the last time.", "Another deployment of the design is activated there."),
			),
		problem_at: timestamp.nullable().describe("Time of the problem; null without one."),
	})
	.meta({ id: "DesignData", description: "The data that a design follows, and what follows when they change." });
export type DesignData = z.infer<typeof designData>;

/** Body of `PUT /api/designs/<id>/automation`. */
export const dataAutomationBody = z.strictObject({
	rebuild_on_data: z
		.boolean()
		.describe(
			"Rebuild the design when the data of its sources change, the lists that its sets pull, or points of interest.",
		),
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
		...writtenOfDesign,
		name: field.name,
		revision: field.revision,
		visibility: field.visibility,
		status_reason: field.status_reason,
		owner_person: field.owner_person,
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
			.describe(
				"Null for proximity designs without points of interest, and for a caller who sees the design only through a target.",
			),
		permissions: designPermissions.describe("The caller's permissions."),
	})
	.meta({
		id: "DesignDetail",
		description:
			"The design of the product API: the contract's row with its revision, visibility, reasons and contents.",
	});
export type DesignDetail = z.infer<typeof designDetail>;
