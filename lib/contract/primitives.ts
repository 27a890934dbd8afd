import { z } from "zod";
import { API_VERSION, DESIGN_TYPES, ERROR_TYPES } from "./constants";
import { writtenAs } from "./written-as";

export { API_VERSION, ERROR_TYPES } from "./constants";

/** A GUID as the service writes it: lower case with hyphens. */
export const guid = writtenAs({ type: "string", format: "uuid" }, z.guid());

/** ISO 8601 in UTC with exactly three decimals and `Z` (docs/contract.md, Ids and timestamps). */
export const timestamp = writtenAs(
	{ type: "string", format: "date-time", examples: ["2026-01-05T09:00:00.000Z"] },
	z.string().regex(/^\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
);

/**
 * `price_cpm`: `base` is a decimal string; null if neither the design nor its organization has a
 * price.
 */
export const priceCpm = z
	.object({ base: z.string().regex(/^\d+(\.\d+)?$/) })
	.nullable()
	.describe("Price in CPM, a decimal string.");
export type PriceCpm = z.infer<typeof priceCpm>;

export const designType = z.enum(DESIGN_TYPES);
export type DesignType = z.infer<typeof designType>;

/** SHA-256 of a targeting file, in the API's notation. */
export const digest = z
	.string()
	.regex(/^sha256:[0-9a-f]{64}$/, "must be sha256: and 64 hexadecimal digits in lower case")
	.meta({ examples: ["sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"] });

/** The envelope of one object or row (docs/contract.md, Envelopes). */
export const itemResponse = <T extends z.ZodType>(item: T) =>
	z.strictObject({
		version: z.literal(API_VERSION),
		status: z.literal("OK"),
		response: z.strictObject({ data: item }),
	});

/** The envelope of a page of rows. */
export const listResponse = <T extends z.ZodType>(row: T) =>
	z.strictObject({
		version: z.literal(API_VERSION),
		status: z.literal("OK"),
		response: z.strictObject({
			data: z.array(row),
			included_row_count: z.number().int().min(0),
			total_row_count: z.number().int().min(0),
		}),
	});

/** The envelope of an action after which its row is no longer listed. */
export const emptyResponse = z.strictObject({
	version: z.literal(API_VERSION),
	status: z.literal("OK"),
	response: z.strictObject({}),
});

export type ErrorType = (typeof ERROR_TYPES)[number];

/** The error envelope of the management and product APIs (docs/contract.md, Errors). */
export const errorResponse = z.looseObject({
	version: z.literal(API_VERSION),
	status: z.literal("error"),
	error_type: z.enum(ERROR_TYPES),
	message: z.string().min(1),
});
export type ErrorResponse = z.infer<typeof errorResponse>;
