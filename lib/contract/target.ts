import { z } from "zod";
import { guid } from "./primitives";

/** A deployment target that the caller may request deployments to, or administers. */
export const target = z
	.strictObject({
		id: guid,
		slug: z.string(),
		name: z.string(),
		type: z.string(),
		org_id: guid,
		org_slug: z.string(),
		org_name: z.string(),
		memory_capacity: z.number().int().nullable(),
		accepts_requests: z.boolean().describe("Whether it accepts requests from the caller's organisation."),
		administered: z.boolean().describe("Whether the caller has authority over it."),
	})
	.meta({ id: "Target" });
export type Target = z.infer<typeof target>;
