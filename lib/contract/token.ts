import { z } from "zod";
import { API_VERSION, emailAddress, guid } from "./primitives";

/** Query of `GET /token/user`. The API's own order of checks (design.md section 4, item 3) is not that of a schema: this one documents. */
export const tokenUserParameters = z.strictObject({
	email: emailAddress
		.describe("E-mail of the user, URL-encoded; the case of letters does not matter.")
		.meta({ examples: ["reader@customer.example"] }),
	first_name: z
		.string()
		.regex(/\S/)
		.describe("First name; not blank. A later request renews it; 100 characters of it are kept.")
		.meta({ examples: ["Rita"] }),
	last_name: z
		.string()
		.regex(/\S/)
		.describe("Last name; not blank. A later request renews it; 100 characters of it are kept.")
		.meta({ examples: ["Reader"] }),
});
export const TOKEN_USER_PARAMETERS = ["email", "first_name", "last_name"] as const satisfies readonly (keyof z.infer<
	typeof tokenUserParameters
>)[];

/** Token grant (specification, token API success data); `expiration` in epoch seconds. */
export const tokenGrant = z
	.strictObject({
		uid: guid.describe("Id of the user, for all later requests for that user."),
		token: z
			.string()
			.min(1)
			.describe("Access token, sent as `Authorization: Bearer`.")
			.meta({ examples: ["tst_7Hq…"] }),
		expiration: z
			.number()
			.int()
			.describe("When the token expires, in epoch seconds.")
			.meta({ examples: [1_767_690_000] }),
	})
	.meta({ id: "TokenGrant", description: "An access token of a user." });
export type TokenGrant = z.infer<typeof tokenGrant>;

export const tokenResponse = z.strictObject({
	status: z.literal("success"),
	data: tokenGrant,
	version: z.literal(API_VERSION),
});

/** The error envelope of the token API. */
export const tokenErrorResponse = z.strictObject({
	status: z.literal("error"),
	message: z.string().min(1),
	version: z.literal(API_VERSION),
});
