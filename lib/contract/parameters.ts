import { z } from "zod";
import { comparableText } from "@/lib/rules/text/comparable-text";
import { GUID } from "@/lib/rules/text/guid";
import { DESIGN_TYPES } from "./constants";
import { type JsonSchema, writtenAs } from "./written-as";

/**
 * Codecs for parameters of query strings and form bodies: each parses a string. Their messages are
 * predicates ("must be …"), which the HTTP layer prefixes with `parameter '<name>'`.
 */

/**
 * The parameters of a schema as a client gives them: numbers and booleans as values, lists as
 * comma-delimited text, objects as JSON, all optional.
 */
export type QueryOf<Schema extends z.ZodType> = {
	[Name in keyof z.output<Schema>]?:
		| (z.output<Schema>[Name] extends object | undefined ? string : z.output<Schema>[Name])
		| undefined;
};

/** A whole number within bounds, in decimal digits. */
export const wholeNumber = (min: number, max = Number.MAX_SAFE_INTEGER) => {
	const message = `must be a whole number from ${min} to ${max}`;
	const form: JsonSchema = {
		type: "integer",
		minimum: min,
		...(max === Number.MAX_SAFE_INTEGER ? {} : { maximum: max }),
	};
	return writtenAs(
		form,
		z
			.string()
			.regex(/^\d{1,16}$/, message)
			.transform(Number)
			.pipe(z.number().min(min, message).max(max, message)),
	);
};

/** The last UTC instant with a four-digit year: later years are written differently. */
/** Databases know no year 0. */
const FIRST_MOMENT = Date.parse("0001-01-01T00:00:00Z");
const LAST_MOMENT = Date.UTC(10_000, 0) - 1;

/**
 * Date, hour and minute, seconds where there are any, `Z` or an offset in one of its three forms.
 */
const MOMENT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d(?:[.,]\d+)?)?(?:(Z)|([+-]\d\d)(?::?(\d\d))?)$/i;

/** The form that zod knows: with seconds, a point, and a colon in the offset. */
const longForm = (text: string) =>
	text.replace(MOMENT, (_, day, minute, seconds = ":00", utc, hours, minutes = "00") => {
		const offset = utc === undefined ? `${hours}:${minutes}` : "Z";
		return `${day}T${minute}${seconds.replace(",", ".")}${offset}`;
	});

/**
 * An instant in ISO 8601 with `Z` or an offset (`+01:00`, `+0100`, `+01`), with or without seconds,
 * until the end of the year 9999 in UTC.
 */
export const moment = (message: string) =>
	writtenAs(
		{ type: "string", format: "date-time" },
		z
			.string(message)
			.transform(longForm)
			.pipe(z.iso.datetime({ offset: true, error: message }))
			.refine((value) => !(Date.parse(value) < FIRST_MOMENT), "must not lie before the year 1")
			.refine((value) => !(Date.parse(value) > LAST_MOMENT), "must not lie behind the year 9999"),
	);

export const guidParameter = writtenAs(
	{ type: "string", format: "uuid" },
	z
		.string()
		.regex(GUID, "must be a GUID")
		.transform((value) => value.toLowerCase()),
);

export const booleanParameter = writtenAs(
	{ type: "boolean" },
	z
		.string()
		.regex(/^(?:true|false|1|0)$/i, "must be 'true', 'false', '1' or '0'")
		.transform((value) => /^(?:true|1)$/i.test(value)),
);

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
	z.enum(values, `must be one of ${values.join(", ")}`);

const lists = z.registry<{ readonly list: true }>();

/** Marks a comma-delimited parameter: one that is repeated is one list. */
export function asList<T extends z.ZodType>(schema: T): T {
	lists.add(schema, { list: true });
	return schema;
}

/** Whether a parameter is marked by {@link asList}. */
export const isList = (schema: z.ZodType): boolean => lists.get(schema) !== undefined;

/** Splits a comma-delimited list into comparable items; an empty string has none. */
const items = (value: string): string[] =>
	value
		.split(",")
		.map(comparableText)
		.filter((item) => item !== "");

const absentIfEmpty = <T>(list: T[]): T[] | undefined => (list.length === 0 ? undefined : list);

const commaForm = (item: JsonSchema): JsonSchema => ({ type: "array", items: item });

/** A comma-delimited list of free strings; an empty one counts as absent. */
export const commaList = asList(
	writtenAs(commaForm({ type: "string" }), z.string().transform(items).transform(absentIfEmpty)),
);

/** A comma-delimited list of known values; an empty one counts as absent. */
export const commaListOf = <const T extends readonly [string, ...string[]]>(values: T) =>
	asList(
		writtenAs(
			commaForm({ type: "string", enum: [...values] }),
			z
				.string()
				.transform(items)
				.pipe(z.array(z.enum(values, `takes only ${values.join(", ")}`)))
				.transform(absentIfEmpty),
		),
	);

/** A comma-delimited list of so many GUIDs at most; an empty one counts as absent. */
export const guidList = (most: number) =>
	asList(
		writtenAs(
			{ ...commaForm({ type: "string", format: "uuid" }), maxItems: most },
			z
				.string()
				.transform(items)
				.pipe(
					z
						.array(
							z
								.string()
								.regex(GUID, "takes only GUIDs")
								.transform((id) => id.toLowerCase()),
						)
						.max(most, `must name at most ${most} items`),
				)
				.transform(absentIfEmpty),
		),
	);

/** Text within these lengths; with a minimum it must not be blank. */
export const textWithin = (min: 0 | 1, max: number) => {
	if (min === 0) return z.string().max(max, `must have at most ${max} characters`);
	return z.string().max(max, `must have 1 to ${max} characters`).regex(/\S/, "must not be blank");
};

/** A text that is a key, made comparable before its length counts. */
export const keyText = (min: number, max: number) =>
	z.string().overwrite(comparableText).min(min, "must not be blank").max(max, `must have at most ${max} characters`);

/** The form of a name, and the message for any other text. */
export const ON_ONE_LINE = [
	/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u,
	"must not hold line breaks or control characters",
] as const satisfies [RegExp, string];

/** Line breaks and control characters, in one run. */
export const NOT_IN_NAMES = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * The name of a person, an organization, a target, a design, a set, a key, a view or a source: text
 * on one line, because lists, logs, messages and exports show names within their own lines.
 */
export const nameWithin = (min: 0 | 1, max: number) => textWithin(min, max).regex(...ON_ONE_LINE);

/** `limit` and `offset` of every list (docs/contract.md, Paging). */
export const paging = {
	limit: wholeNumber(0, 500).default(20).describe("Maximum rows per page; 0 gives the total alone."),
	offset: wholeNumber(0)
		.default(0)
		.describe("Offset of the first row: with `limit` 10, 0 gives the first ten rows and 10 the next ten."),
};

/** `detail` of Get Design and of the lists (docs/contract.md, The extension `detail=true`). */
export const detailParameters = z.strictObject({
	detail: booleanParameter
		.default(false)
		.describe("`true`: the answer has the additional fields of the dashboard, and further parameters are allowed."),
});

/** The direction of a list: newest or largest first by default. */
export const order = oneOf(["asc", "desc"])
	.default("desc")
	.describe(
		"`desc`: newest or largest first; `asc` turns it round. Rows without the sort field's value come last in both.",
	);

/** `type` of every list. */
export const designTypeFilter = z
	.enum(DESIGN_TYPES, "must be 'proximity' or 'audience'")
	.describe("Only designs of this type.");

/** `visibility` of every list (docs/contract.md, Visibility tags). */
export const visibilityFilter = asList(writtenAs(commaForm({ type: "string" }), z.string().transform(items))).describe(
	"Comma-delimited visibility tags: rows stay whose design carries at least one of them. An empty list matches nothing.",
);

/** `q`: full-text search; an empty one counts as absent. */
export const searchQuery = z
	.string()
	.max(500, "must have at most 500 characters")
	.meta({ examples: ["coffee berlin"] })
	.transform((value) => (value.trim() === "" ? undefined : value.trim()))
	.describe(
		"Full-text search, case- and accent-insensitive: every word as the prefix of a word, or a complete GUID. Words are letters and digits; anything else is a separator.",
	);
