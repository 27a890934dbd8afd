import { z } from "zod";
import { listDesignsParameters } from "@/lib/contract/design-bodies";
import { DESIGN_SHARES, DESIGN_SORTS } from "./constants";
import { agentCounts } from "./deployment";
import { DESIGN_STATUSES, design, designData, designPermissions, frozen } from "./design";
import { field } from "./field";
import { booleanParameter, commaListOf, oneOf } from "./parameters";
import { count, guid, integer, timestamp } from "./primitives";
import { described } from "./written-as";

export { DESIGN_SORTS } from "./constants";

export type DesignSort = (typeof DESIGN_SORTS)[number];

/**
 * Parameters of List Designs with `detail=true` (docs/contract.md, The extension `detail=true`).
 */
export const listDesignRowsParameters = z.strictObject({
	...listDesignsParameters.shape,
	status: commaListOf(DESIGN_STATUSES).optional().describe("Comma-delimited statuses."),
	mine: booleanParameter.optional().describe("Whether the caller is the owner."),
	shared: oneOf(DESIGN_SHARES)
		.optional()
		.describe(
			"`with_me`: explicitly shared with the caller or their organization; `by_me`: the caller's, shared with anyone.",
		),
	live: booleanParameter.optional().describe("Whether it has an activated deployment that the caller sees."),
	stale_data: booleanParameter
		.optional()
		.describe("Whether a source of its newest build has changed since that build read it."),
	sort: oneOf(DESIGN_SORTS)
		.default("updated_at")
		.describe("Sort key; with a key of the build, designs without a build come last."),
});
export type ListDesignRows = z.infer<typeof listDesignRowsParameters>;

/** An activated deployment of a design that the caller sees. */
export const livePlace = z
	.strictObject({
		deployment_id: field.deployment_id,
		build_id: field.build_id,
		target_id: field.target_id,
		target: field.target,
		out_of_date: z.boolean().describe("Whether the design has a newer completed build."),
		...agentCounts,
		matches_today: count
			.nullable()
			.describe("Lookups that it matched on the current day (UTC); null where an agent of its target does not count."),
	})
	.meta({ id: "LivePlace", description: "An activated deployment of the design that the caller sees." });

/** A row of List Designs with `detail=true`. */
export const designRow = z
	.strictObject({
		...design.shape,
		revision: field.revision,
		status_reason: field.status_reason,
		owner_person: field.owner_person,
		visibility: field.visibility,
		frozen: frozen.nullable().describe("Reason that name and sets cannot be edited now; null for an editable design."),
		last_build: z
			.strictObject({
				id: guid.describe("Id of the build."),
				date: timestamp.describe("Time of completion."),
				size: integer.meta(described("Bytes of its targeting file.", 48_213)),
			})
			.nullable()
			.describe("The newest completed build; null without one, or if the caller does not see it."),
		live: z.array(livePlace).describe("Its activated deployments, by name of the target."),
		requested_deployments: count.describe("Number of pending requests that the caller sees, without those scheduled."),
		scheduled_deployments: count.describe("Number of requests with a scheduled activation that the caller sees."),
		shared_with: z
			.strictObject({
				people: count.meta(described("Number of users.", 2)),
				organizations: count.meta(described("Number of organizations.", 1)),
			})
			.describe("Zero for a caller who sees the design only through a target."),
		data: designData
			.nullable()
			.describe("Null for proximity designs, and for a caller who sees the design only through a target."),
		permissions: designPermissions.describe("The caller's permissions."),
	})
	.meta({ id: "DesignRow", description: "Row of List Designs with `detail=true`." });
export type DesignRow = z.infer<typeof designRow>;
