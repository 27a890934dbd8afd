import { z } from "zod";
import { guid, timestamp } from "./primitives";

/** Who did what, when, why, from where and with which credential (design.md section 4, item 22). */
export const auditEvent = z
	.strictObject({
		id: z.string(),
		at: timestamp,
		actor_id: guid.nullable(),
		actor: z.string().describe("E-mail of the user, or the part of the service that acted by itself."),
		credential: z.string().describe("`session`, `api_key`, `access_token` or `system`."),
		address: z.string().nullable().describe("Null also where it is not the caller's to know."),
		action: z.string(),
		status_before: z.string().nullable(),
		status_after: z.string().nullable(),
		reason: z.string().nullable(),
		detail: z.record(z.string(), z.unknown()).nullable(),
	})
	.meta({ id: "AuditEvent" });
export type AuditEvent = z.infer<typeof auditEvent>;
