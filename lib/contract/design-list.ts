import { z } from "zod";
import { DESIGN_SHARES, DESIGN_SORTS } from "./constants";
import { DESIGN_STATUSES, design, designData, designPermissions, frozen, listDesignsParameters } from "./design";
import { booleanParameter, commaListOf, oneOf } from "./parameters";
import { personRef } from "./person-ref";
import { guid, timestamp } from "./primitives";

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
		deployment_id: guid,
		build_id: guid,
		target_id: guid,
		target: z.string(),
		out_of_date: z.boolean().describe("Whether the design has a newer completed build."),
	})
	.meta({ id: "LivePlace", description: "An activated deployment of the design that the caller sees." });

/** A row of List Designs with `detail=true`. */
export const designRow = z
	.strictObject({
		...design.shape,
		revision: z.number().int().min(1),
		status_reason: z.string().nullable(),
		owner_person: personRef.nullable(),
		visibility: z.array(z.string()),
		frozen: frozen.nullable(),
		last_build: z
			.strictObject({ id: guid, date: timestamp, size: z.number().int() })
			.nullable()
			.describe("The newest completed build; null without one, or if the caller does not see it."),
		live: z.array(livePlace).describe("Its activated deployments, by name of the target."),
		requested_deployments: z.number().int().min(0).describe("Number of pending requests that the caller sees."),
		shared_with: z
			.strictObject({ people: z.number().int().min(0), organizations: z.number().int().min(0) })
			.describe("Zero for a caller who sees the design only through a target."),
		data: designData
			.nullable()
			.describe("Null for proximity designs, and for a caller who sees the design only through a target."),
		permissions: designPermissions,
	})
	.meta({ id: "DesignRow", description: "Row of List Designs with `detail=true`." });
export type DesignRow = z.infer<typeof designRow>;
