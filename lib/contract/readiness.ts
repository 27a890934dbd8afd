import { z } from "zod";

/** What a service that is ready cannot do all the same. */
export const readiness = z
	.strictObject({
		degraded: z.array(z.string()).describe("What it cannot do, or soon cannot, in sentences; empty when all is well."),
	})
	.meta({ id: "Readiness", description: "What a service that is ready cannot do all the same." });
