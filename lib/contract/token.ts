import { z } from "zod";
import { API_VERSION, guid } from "./primitives";

/** Query of `GET /token/user`. The API's own order of checks (design.md section 4, item 3) is not that of a schema: this one documents. */
export const tokenUserParameters = z.strictObject({
	email: z.email().max(254),
	first_name: z.string().regex(/\S/),
	last_name: z.string().regex(/\S/),
});
export const TOKEN_USER_PARAMETERS = ["email", "first_name", "last_name"] as const satisfies readonly (keyof z.infer<
	typeof tokenUserParameters
>)[];

/** Token grant (specification, token API success data); `expiration` in epoch seconds. */
export const tokenGrant = z
	.strictObject({ uid: guid, token: z.string().min(1), expiration: z.number().int() })
	.meta({ id: "TokenGrant" });
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
