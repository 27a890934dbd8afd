import { z } from "zod";
import { bounds } from "@/lib/contract/design";
import { field } from "@/lib/contract/field";
import { count, positive, text } from "@/lib/contract/primitives";
import { described } from "@/lib/contract/written-as";
import { WARNING_KINDS } from "@/lib/rules/geofences/intake-warnings";

/** A warning about accepted rows. */
export const importWarning = z
	.strictObject({
		kind: z.enum(WARNING_KINDS).describe("Code for programs."),
		message: text.meta(described("Description of the likely mistake.", "2 geofences occur twice")),
		count: positive.meta(described("Number of occurrences.", 2)),
		lines: z.array(positive).describe("The first 20 line numbers."),
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
		set_id: field.set_id,
		accepted_row_count: count.meta(described("Number of accepted rows.", 120)),
		added_count: count.describe("Accepted geofences that are new in the set."),
		updated_count: count.describe("Accepted geofences that took the place of those with their id."),
		unchanged_count: count.describe("Accepted geofences that an update found as they are."),
		kept_count: count.describe("Geofences that were there before and stay."),
		removed_count: count.describe("Geofences that were there before and are gone."),
		refused_row_count: field.refused_row_count,
		refused: z
			.array(z.strictObject({ line: field.line, reason: field.refusal_reason }))
			.describe("The refused rows, each with its line and the reason."),
		warnings: z
			.array(importWarning)
			.describe("Likely mistakes in accepted rows; one entry per kind, with the first lines."),
		bounds: bounds.describe("West, south, east, north in degrees; null without geofences."),
		design_size: count.meta(described("Current number of geofences of the design.", 120)),
		revision: field.revision,
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
		set_id: field.set_id,
		design_size: geofenceImport.shape.design_size.meta(described("Current number of geofences of the design.", 120)),
		revision: geofenceImport.shape.revision.meta(
			described("Increases with every change. Send it as `If-Match` to write only if nothing has changed since.", 3),
		),
	})
	.meta({ id: "GeofenceRemoval", description: "The design after the geofences of a set were removed." });
export type GeofenceRemoval = z.infer<typeof geofenceRemoval>;
