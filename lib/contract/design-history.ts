import { z } from "zod";
import { auditEvent } from "./audit";
import { guid } from "./primitives";

/** An event of a design's timeline: actions on the design, its builds and its deployments. */
export const designEvent = z
	.strictObject({
		...auditEvent.shape,
		object_type: z.string().describe("`design`, `build` or `deployment`."),
		object_id: guid,
		target: z.string().nullable().describe("Name of a deployment's target; null also after its deletion."),
	})
	.meta({
		id: "DesignEvent",
		description: "An event of a design's timeline: actions on the design, its builds and its deployments.",
	});
export type DesignEvent = z.infer<typeof designEvent>;
