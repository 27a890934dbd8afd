import { z } from "zod";
import { KEY_SCOPES } from "./constants";
import { field } from "./field";
import { guidParameter, moment, nameWithin, paging } from "./parameters";
import { personRef } from "./person-ref";
import { guid, text, timestamp } from "./primitives";
import { described } from "./written-as";

export { KEY_SCOPES } from "./constants";

export const keyScope = z
	.enum(KEY_SCOPES)
	.describe(
		"`manage` allows a designer's actions, `administer` all other actions of the key's user, `tokens` the token API.",
	);
export type KeyScope = z.infer<typeof keyScope>;

const contractKey = {
	id: field.id,
	label: field.label,
	prefix: text.describe("First characters of the key, for display."),
	scopes: z.array(keyScope).describe("Scopes of the key."),
	allowed_addresses: z.array(z.string()).describe("IP addresses and CIDR blocks that may use it; empty: all."),
	expires_at: field.expires_at,
	last_used_at: timestamp.nullable().describe("Time of the last use, to the minute."),
	created_at: field.created_at,
	regenerated_at: timestamp.nullable().describe("Time of the last regeneration; null: never."),
	grace_ends_at: timestamp.nullable().describe("End of the grace period of the previous value."),
	user_id: guid.describe("Id of the user that the key acts for."),
	user_email: text.meta(described("E-mail of the user that the key acts for.", "designer@acme.example")),
	user_person: personRef.describe("The user by name."),
	org_id: field.org_id,
	org_slug: field.org_slug,
	issued_by: text.meta(described("E-mail of the issuer.", "designer@acme.example")),
	issued_by_person: personRef.describe("The issuer by name."),
	revision: field.revision,
	permissions: z
		.strictObject({ regenerate: z.boolean().describe("Regenerate its value."), delete: field.delete })
		.describe("The caller's permissions."),
};

/** An API key, without its value. */
export const apiKey = z.strictObject(contractKey).meta({ id: "ApiKey", description: "An API key, without its value." });
export type ApiKey = z.infer<typeof apiKey>;

/** A value that is shown once; null with a reason in the replay of an idempotent request. */
export const shownOnce = {
	key: text.nullable().describe("Value of the key; shown once."),
	key_note: text.nullable().describe("Reason that `key` is null."),
};

/** An API key with its value, for issuing and regenerating. */
export const issuedKey = z
	.strictObject({ ...contractKey, ...shownOnce })
	.meta({ id: "IssuedApiKey", description: "An API key with its value, as issued or regenerated." });
export type IssuedKey = z.infer<typeof issuedKey>;

const address = z.union(
	[z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
	"must be an IP address or a CIDR block, such as 192.0.2.0/24",
);

/** Body of `POST /api/keys`. */
export const createKeyBody = z.strictObject({
	label: nameWithin(1, 100).meta(described("Purpose of the key, as free text.", "Nightly export")),
	scopes: z
		.array(z.enum(KEY_SCOPES, `takes only ${KEY_SCOPES.join(", ")}`))
		.min(1, "must name at least one scope")
		.max(KEY_SCOPES.length)
		.refine((scopes) => new Set(scopes).size === scopes.length, "must name each scope once")
		.optional()
		.describe(
			"`manage` allows a designer's actions, `administer` all other actions of the key's user, `tokens` the token API. Absent: `manage`, and for an administrator's or operator's key also `tokens`, so that it opens both APIs.",
		),
	user_id: guidParameter.optional().describe("Id of the user that the key acts for; the caller by default."),
	allowed_addresses: z
		.array(address)
		.max(100, "must hold at most 100 addresses")
		.default([])
		.describe("IP addresses and CIDR blocks that may use it; none: all."),
	expires_at: moment("must be an ISO 8601 time with an offset or Z")
		.nullable()
		.default(null)
		.describe("Time of expiry, ISO 8601 with `Z` or an offset; null: never."),
});
export type CreateKey = z.infer<typeof createKeyBody>;

/** A week, which lets a customer update all servers. */
const LONGEST_GRACE_SECONDS = 604_800;

/** Body of `POST /api/keys/<id>/regenerate`. */
export const regenerateKeyBody = z.strictObject({
	grace_seconds: z
		.number()
		.int()
		.min(0)
		.max(LONGEST_GRACE_SECONDS)
		.default(0)
		.describe("Grace period of the old value in seconds; 0 by default."),
});

/** Parameters of `GET /api/keys`. */
export const listKeysParameters = z.strictObject({
	...paging,
	user_id: guidParameter.optional().describe("Keys that act for this user."),
});
