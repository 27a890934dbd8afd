import { z } from "zod";
import { guidParameter } from "./parameters";
import { guid } from "./primitives";

/** Failures of the overview that a person can dismiss. */
export const DISMISSIBLE = ["build", "load", "schedule", "request"] as const;

const kind = z
	.enum(DISMISSIBLE)
	.describe("The section: failed `build`, `load` or `schedule`, or a rejected or expired `request`.");

/** Body of `POST /api/overview/dismissals`. */
export const dismissalBody = z.strictObject({
	kind,
	object_id: guidParameter.describe("Id of the design for `build`, of the deployment otherwise."),
	dismissed: z.boolean().default(true).describe("`false`: shows it again."),
});
export type DismissalBody = z.output<typeof dismissalBody>;

/** Answer of `POST /api/overview/dismissals`. */
export const dismissal = z
	.strictObject({
		kind,
		object_id: guid.describe("Id of the design or deployment."),
		dismissed: z.boolean().describe("Whether it is hidden."),
	})
	.meta({ id: "Dismissal", description: "Whether a failure is hidden from the caller's overview." });
export type Dismissal = z.infer<typeof dismissal>;
