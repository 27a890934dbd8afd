import { z } from "zod";
import { KEY_SCOPES } from "./constants";
import { guidParameter, moment, paging, textWithin } from "./parameters";
import { guid, timestamp } from "./primitives";

export { KEY_SCOPES } from "./constants";

export const keyScope = z
	.enum(KEY_SCOPES)
	.describe(
		"`manage` opens what a designer does, `administer` the rest of what the key's user may do, `tokens` the token API.",
	);
export type KeyScope = z.infer<typeof keyScope>;

const contractKey = {
	id: guid,
	label: z.string(),
	prefix: z.string().describe("First characters of the key, for display."),
	scopes: z.array(keyScope),
	allowed_addresses: z.array(z.string()).describe("Addresses and CIDR blocks that it works from; empty: any."),
	expires_at: timestamp.nullable(),
	last_used_at: timestamp.nullable().describe("To the minute."),
	created_at: timestamp,
	regenerated_at: timestamp.nullable(),
	grace_ends_at: timestamp.nullable().describe("Until when the value before the last regeneration still works."),
	user_id: guid,
	user_email: z.string(),
	org_id: guid,
	org_slug: z.string(),
	issued_by: z.string(),
	revision: z.number().int().min(1),
	permissions: z.strictObject({ regenerate: z.boolean(), delete: z.boolean() }),
};

/** An API key, without its value. */
export const apiKey = z.strictObject(contractKey).meta({ id: "ApiKey", description: "An API key, without its value." });
export type ApiKey = z.infer<typeof apiKey>;

/** A value that is shown once; null in the replay of an idempotent request, with the reason. */
export const shownOnce = {
	key: z.string().nullable().describe("Shown this once."),
	key_note: z.string().nullable().describe("Why `key` is null."),
};

/** An API key with its value: the answer to issuing and regenerating it. */
export const issuedKey = z
	.strictObject({ ...contractKey, ...shownOnce })
	.meta({ id: "IssuedApiKey", description: "An API key with its value: the answer to issuing and regenerating it." });
export type IssuedKey = z.infer<typeof issuedKey>;

const address = z.union(
	[z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
	"must be an IP address or a CIDR block, such as 192.0.2.0/24",
);

/** Body of `POST /api/keys`. */
export const createKeyBody = z.strictObject({
	label: textWithin(1, 100).describe("What the key is for, in words."),
	scopes: z
		.array(z.enum(KEY_SCOPES, `takes only ${KEY_SCOPES.join(", ")}`))
		.min(1, "must name at least one scope")
		.max(KEY_SCOPES.length)
		.refine((scopes) => new Set(scopes).size === scopes.length, "must name each scope once")
		.describe(
			"`manage` opens what a designer does, `administer` the rest of what the key's user may do, `tokens` the token API alone.",
		),
	user_id: guidParameter.optional().describe("Whom the key acts as; the caller unless stated."),
	allowed_addresses: z
		.array(address)
		.max(100, "must hold at most 100 addresses")
		.default([])
		.describe("IP addresses and CIDR blocks that it works from; none: any."),
	expires_at: moment("must be an ISO 8601 time with an offset or Z")
		.nullable()
		.default(null)
		.describe("When it ends, ISO 8601 with `Z` or an offset; null: never."),
});
export type CreateKey = z.infer<typeof createKeyBody>;

/** A week: long enough for a customer to change over all servers. */
const LONGEST_GRACE_SECONDS = 604_800;

/** Body of `POST /api/keys/<id>/regenerate`. */
export const regenerateKeyBody = z.strictObject({
	grace_seconds: z
		.number()
		.int()
		.min(0)
		.max(LONGEST_GRACE_SECONDS)
		.default(0)
		.describe("How long the old value keeps working; not at all unless asked for."),
});

/** Parameters of `GET /api/keys`. */
export const listKeysParameters = z.strictObject({
	...paging,
	user_id: guidParameter.optional().describe("Keys that act as this user."),
});
