import { z } from "zod";

/** The degraded functions of a ready service. */
export const readiness = z
	.strictObject({
		degraded: z
			.array(z.string())
			.describe("Problems that operators should remove, in sentences; empty for a healthy service."),
	})
	.meta({ id: "Readiness", description: "The degraded functions of a ready service." });
