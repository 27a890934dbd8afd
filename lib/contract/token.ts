import { z } from "zod";
import { emailAddress } from "./email-address";
import { field } from "./field";
import { guid, integer } from "./primitives";
import { described } from "./written-as";

/**
 * Query of `GET /token/user`, for documentation: the API checks its parameters in another order
 * than a schema (docs/contract.md, Token API).
 */
export const tokenUserParameters = z.strictObject({
	email: emailAddress
		.describe("E-mail of the user, URL-encoded and case-insensitive.")
		.meta({ examples: ["reader@customer.example"] }),
	first_name: z
		.string()
		.regex(/\S/)
		.describe("First name; not blank. Later requests update it; names are truncated to 100 characters.")
		.meta({ examples: ["Rita"] }),
	last_name: z
		.string()
		.regex(/\S/)
		.describe("Last name; not blank. Later requests update it; names are truncated to 100 characters.")
		.meta({ examples: ["Reader"] }),
});
export const TOKEN_USER_PARAMETERS = ["email", "first_name", "last_name"] as const satisfies readonly (keyof z.infer<
	typeof tokenUserParameters
>)[];

/** The grant of a token (docs/contract.md, Token API); `expiration` in epoch seconds. */
export const tokenGrant = z
	.strictObject({
		uid: guid.describe("Id of the user, for all later requests for that user."),
		token: z
			.string()
			.min(1)
			.describe("Access token, sent as `Authorization: Bearer`.")
			.meta({ examples: ["tst_7Hq…"] }),
		expiration: integer.describe("Time of expiry in epoch seconds.").meta({ examples: [1_767_690_000] }),
	})
	.meta({ id: "TokenGrant", description: "An access token of a user." });
export type TokenGrant = z.infer<typeof tokenGrant>;

export const tokenResponse = z.strictObject({
	status: z.literal("success").describe("`success`: the request succeeded."),
	data: tokenGrant.describe("The access token."),
	version: field.version,
});

/** The error envelope of the token API. */
export const tokenErrorResponse = z.strictObject({
	status: z.literal("error").describe("`error`: the request failed."),
	message: z.string().min(1).meta(described("Fixed text for each error.", "invalid API key")),
	version: field.version,
});
