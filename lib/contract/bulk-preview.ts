import { z } from "zod";
import { BULK_MOST_ITEMS } from "./constants";
import { bounds } from "./design";
import { field } from "./field";
import { activationWarning } from "./preview";
import { guid, integer } from "./primitives";

/** Body of `POST /api/deployments/bulk/preview`. */
export const bulkPreviewBody = z.strictObject({
	ids: z
		.array(guid.transform((id) => id.toLowerCase()))
		.min(1, "must name at least one deployment")
		.max(BULK_MOST_ITEMS, `must name at most ${BULK_MOST_ITEMS} deployments`)
		.describe("The deployments that are to be activated."),
});
export type BulkPreviewBody = z.output<typeof bulkPreviewBody>;

/**
 * Warnings about the activation of many deployments. Whether they fit together depends on which of
 * them are activated, so the reader adds up their growth.
 */
export const bulkPreview = z
	.strictObject({
		items: z
			.array(
				z.strictObject({
					id: field.id,
					target_id: field.target_id,
					growth: integer.describe("Bytes that activation adds to the target."),
					bounds: bounds.describe("Extent of its geofences; null for an audience, or if the build has recorded none."),
					warnings: z.array(activationWarning).describe("As of `GET /api/deployments/<id>/preview`."),
				}),
			)
			.describe("Those that the caller administers, in the order of the ids."),
		targets: z
			.array(
				z.strictObject({
					id: field.id,
					name: field.name,
					capacity: integer.nullable().describe("Bytes; null: unknown."),
					free: integer.nullable().describe("Bytes that are not activated; negative if too much is."),
				}),
			)
			.describe("The targets of the items, by name."),
	})
	.meta({ id: "BulkPreview", description: "Warnings about the activation of many deployments." });
export type BulkPreview = z.infer<typeof bulkPreview>;
