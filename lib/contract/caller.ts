import { z } from "zod";
import { field } from "./field";
import { membersSee } from "./organization";
import { role } from "./person";

/** The user for whom a credential acts. */
export const caller = z
	.strictObject({
		id: field.id,
		email: field.email,
		first_name: field.first_name,
		last_name: field.last_name,
		role: role.describe("Role as the credential narrows it: an access token always acts as a `designer`."),
		org_id: field.org_id,
		org_slug: field.org_slug,
		org_name: field.org_name,
		members_see: membersSee,
	})
	.meta({ id: "Caller", description: "The user for whom a credential acts." });
export type Caller = z.infer<typeof caller>;
