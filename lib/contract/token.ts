import { z } from "zod";
import { API_VERSION, guid } from "./primitives";

/** Token grant (specification, token API success data); `expiration` in epoch seconds. */
export const tokenGrant = z.strictObject({ uid: guid, token: z.string().min(1), expiration: z.number().int() });
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
