import { z } from "zod";
import { guid } from "./primitives";

/** The person behind an e-mail in a row, so that pages can name them. */
export const personRef = z
	.strictObject({
		id: guid,
		name: z.string().describe("First and last name; empty where neither is known."),
		organization: z.string().describe("Name of their organization."),
	})
	.meta({ id: "PersonRef", description: "The person behind an e-mail of the same row." });
export type PersonRef = z.infer<typeof personRef>;
