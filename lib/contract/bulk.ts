import { z } from "zod";
import { overrideReason } from "./activation-window";
import { BULK_MOST_ITEMS } from "./constants";
import { deploymentStatus } from "./deployment";
import { field } from "./field";
import { textWithin } from "./parameters";
import { digest, ERROR_TYPES, guid, integer, positive, text } from "./primitives";
import { tagList } from "./tags";
import { described } from "./written-as";

export { BULK_MOST_ITEMS } from "./constants";

export const BULK_ACTIONS = ["activate", "reject", "deactivate", "delete", "tag", "undo"] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];
/** The actions that a page confirms first; an undo is not one of them. */
export type BulkDialogAction = Exclude<BulkAction, "undo">;

/** Body of `POST /api/deployments/bulk`. */
export const bulkBody = z
	.strictObject({
		action: z.enum(BULK_ACTIONS).describe("Action on each deployment."),
		items: z
			.array(
				z.strictObject({
					id: guid.describe("Id of the deployment.").transform((id) => id.toLowerCase()),
					revision: positive.optional().meta(described("Expected revision, as in `If-Match`.", 3)),
					digest: digest.optional().describe("Expected digest, as in `X-Build-Digest`; checked by `activate` alone."),
				}),
			)
			.min(1, "must name at least one deployment")
			.max(BULK_MOST_ITEMS, `must name at most ${BULK_MOST_ITEMS} deployments`)
			.refine((items) => new Set(items.map(({ id }) => id)).size === items.length, "must name each deployment once")
			.describe("The deployments, in the order of processing."),
		tags: tagList
			.optional()
			.describe("Required with `tag`, and allowed with it alone: the list replaces all earlier tags."),
		message: textWithin(0, 2_000)
			.optional()
			.meta(described("Message for the requesters; allowed with `activate` and `reject` alone.", "Please by Monday.")),
		as_proposed: z
			.boolean()
			.optional()
			.describe("`true`: at the times that the requesters proposed, as in Activate; allowed with `activate` alone."),
		override_reason: overrideReason,
	})
	.refine(({ action, tags }) => action !== "tag" || tags !== undefined, {
		path: ["tags"],
		message: "is required when the action is 'tag'",
	})
	.refine(({ action, tags }) => action === "tag" || tags === undefined, {
		path: ["tags"],
		message: "is allowed with the action 'tag' alone",
	})
	.refine(({ action, message }) => action === "activate" || action === "reject" || message === undefined, {
		path: ["message"],
		message: "is allowed with the actions 'activate' and 'reject' alone",
	})
	.refine(({ action, as_proposed }) => action === "activate" || as_proposed === undefined, {
		path: ["as_proposed"],
		message: "is allowed with the action 'activate' alone",
	})
	.refine(({ action, override_reason }) => action === "activate" || override_reason === undefined, {
		path: ["override_reason"],
		message: "is allowed with the action 'activate' alone",
	});
export type Bulk = z.output<typeof bulkBody>;

/** The result of one deployment. */
export const bulkOutcome = z
	.discriminatedUnion("ok", [
		z.strictObject({
			id: field.deployment_id,
			ok: z.literal(true).describe("Whether it succeeded."),
			status: deploymentStatus.nullable().describe("Status; null for a deleted deployment."),
			revision: positive
				.nullable()
				.meta(
					described(
						"Increases with every change. Send it as `If-Match` to write only if nothing has changed since.",
						3,
					),
				),
			approvals_missing: positive
				.optional()
				.describe(
					"Number of further administrators who must approve it; until then it is approved and not carried out.",
				),
		}),
		z.strictObject({
			id: field.deployment_id,
			ok: z.literal(false).describe("Whether it succeeded."),
			error_type: z.enum(ERROR_TYPES).describe("Error code."),
			message: text.meta(
				described(
					"Reason for the refusal.",
					"cannot reject a deployment whose status is 'activated': it must be 'requested'",
				),
			),
		}),
	])
	.meta({ id: "BulkOutcome", description: "Result of one deployment." });
export type BulkOutcome = z.infer<typeof bulkOutcome>;

/** Answer of `POST /api/deployments/bulk`, in the order of the items. */
export const bulkResult = z
	.strictObject({
		done: integer.meta(described("Number of successes.", 1)),
		failed: integer.meta(described("Number of refusals.", 0)),
		outcomes: z.array(bulkOutcome).describe("Result of each item, in their order."),
	})
	.meta({
		id: "BulkResult",
		description: "Answer of `POST /api/deployments/bulk`: the outcomes in the order of the items.",
	});
export type BulkResult = z.infer<typeof bulkResult>;
