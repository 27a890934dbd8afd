import { z } from "zod";
import { auditEvent } from "./audit";
import { field } from "./field";
import { text } from "./primitives";
import { described } from "./written-as";

/** An event of a design's timeline: actions on the design, its builds and its deployments. */
export const designEvent = z
	.strictObject({
		...auditEvent.shape,
		object_type: text.describe("`design`, `build` or `deployment`."),
		object_id: field.object_id,
		target: text
			.nullable()
			.meta(described("Name of a deployment's target; null also after its deletion.", "Partner DSP, Frankfurt")),
	})
	.meta({
		id: "DesignEvent",
		description: "An event of a design's timeline: actions on the design, its builds and its deployments.",
	});
export type DesignEvent = z.infer<typeof designEvent>;
