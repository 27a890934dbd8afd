import { z } from "zod";
import { API_VERSION, DESIGN_TYPES, ERROR_TYPES } from "./constants";
import { described, writtenAs } from "./written-as";

export { API_VERSION, ERROR_TYPES } from "./constants";

/** A GUID as the service writes it: lower case with hyphens. */
export const guid = writtenAs({ type: "string", format: "uuid" }, z.guid());

export const text = z.string();

/** How many there are of something. */
export const count = z.number().int().min(0);
export const positive = z.number().int().min(1);
export const integer = z.number().int();

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
	.object({
		base: z
			.string()
			.regex(/^\d+(\.\d+)?$/)
			.meta(described("Price in CPM for most countries, a decimal string.", "0.45")),
	})
	.nullable()
	.describe("Price in CPM, a decimal string.");

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
		version: z.literal(API_VERSION).describe("Version of the API."),
		status: z.literal("OK").describe("`OK`: the request succeeded."),
		response: z.strictObject({ data: item.describe("The object.") }).describe("The result."),
	});

/** The envelope of a page of rows. */
export const listResponse = <T extends z.ZodType>(row: T) =>
	z.strictObject({
		version: z.literal(API_VERSION).describe("Version of the API."),
		status: z.literal("OK").describe("`OK`: the request succeeded."),
		response: z
			.strictObject({
				data: z.array(row).describe("The rows of this page."),
				included_row_count: count.meta(described("Rows in `data`.", 1)),
				total_row_count: count.meta(described("Matching rows on all pages.", 1)),
			})
			.describe("The result."),
	});

/** The envelope of an action after which its row is no longer listed. */
export const emptyResponse = z.strictObject({
	version: z.literal(API_VERSION).describe("Version of the API."),
	status: z.literal("OK").describe("`OK`: the request succeeded."),
	response: z.strictObject({}).describe("The result."),
});

export type ErrorType = (typeof ERROR_TYPES)[number];

/** The error envelope of the management and product APIs (docs/contract.md, Errors). */
export const errorResponse = z.looseObject({
	version: z.literal(API_VERSION).describe("Version of the API."),
	status: z.literal("error").describe("`error`: the request failed and changed nothing."),
	error_type: z.enum(ERROR_TYPES).describe("Error code."),
	message: z
		.string()
		.min(1)
		.meta(
			described(
				"A sentence that names the parameter or the state.",
				"parameter 'limit' must be a whole number from 0 to 500",
			),
		),
});
export type ErrorResponse = z.infer<typeof errorResponse>;
