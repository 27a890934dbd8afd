import { z } from "zod";
import { guid, text } from "./primitives";
import { described } from "./written-as";

/** The person behind an e-mail in a row, so that pages can name them. */
export const personRef = z
	.strictObject({
		id: guid.describe("Id; never changes."),
		name: text.meta(described("First and last name; empty where neither is known.", "Coffee shops Berlin")),
		organization: text.meta(described("Name of their organization.", "acme")),
	})
	.meta({ id: "PersonRef", description: "The person behind an e-mail of the same row." });
export type PersonRef = z.infer<typeof personRef>;
