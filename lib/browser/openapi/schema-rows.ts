import { nameOfReference, type OpenApiDocument, referred, type Schema } from "@/lib/contract/openapi/document";

/** One row of a schema's table. */
export interface SchemaRow {
	name: string;
	/** The type's name: `integer`, `array of Design`, `string or null`. */
	type: string;
	required: boolean;
	deprecated: boolean;
	description: string;
	/** Bounds as text: `from 0 to 500`, `up to 200 characters`. */
	bounds: string[];
	/** The allowed values, as they are written. */
	values: string[];
	/** The default as it is written; null without one. */
	byDefault: string | null;
	/** An example value; null without one. */
	example: string | null;
	/** The nested schema, to expand on demand, since it may be recursive. */
	inner: Schema | null;
}

const written = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** Resolves a reference and keeps the fields beside it; gives a schema without one back. */
export function resolved(document: OpenApiDocument, schema: Schema): Schema {
	let found = schema;
	// The limit ends a circle of references.
	for (let steps = 0; found.$ref !== undefined && steps < 10; steps += 1) {
		const { $ref, ...beside } = found;
		found = { ...referred<Schema>(document, $ref), ...beside };
	}
	return found;
}

const isNull = (schema: Schema): boolean => schema.type === "null";
const itemsOf = ({ items }: Schema): Schema | null => (typeof items === "object" ? items : null);

/** Splits a schema into its alternatives without `null`, and whether it allows `null`. */
function alternativesOf(schema: Schema): { variants: Schema[]; nullable: boolean } {
	const variants = schema.anyOf ?? schema.oneOf;
	if (variants !== undefined) {
		return { variants: variants.filter((each) => !isNull(each)), nullable: variants.some(isNull) };
	}
	const types = [schema.type ?? []].flat();
	if (types.length < 2) return { variants: [schema], nullable: false };
	const kept = types.filter((type) => type !== "null");
	return { variants: kept.map((type) => ({ ...schema, type })), nullable: types.includes("null") };
}

/** Names the type of a schema's values. */
export function typeWords(document: OpenApiDocument, schema: Schema): string {
	if (schema.$ref !== undefined) return nameOfReference(schema.$ref);
	const { variants, nullable } = alternativesOf(schema);
	const words = variants.map((variant) =>
		variant === schema ? plainWords(document, schema) : typeWords(document, variant),
	);
	return [...new Set(words), ...(nullable ? ["null"] : [])].join(" or ");
}

function plainWords(document: OpenApiDocument, schema: Schema): string {
	if (schema.const !== undefined) return typeof schema.const;
	const [type = schema.enum === undefined ? "any value" : typeof schema.enum[0]] = [schema.type ?? []].flat();
	if (type === "array") {
		if (schema.prefixItems !== undefined) {
			const [first] = schema.prefixItems;
			return `array of ${schema.prefixItems.length} ${first === undefined ? "value" : typeWords(document, first)}s`;
		}
		const items = itemsOf(schema);
		return items === null ? "array" : `array of ${typeWords(document, items)}`;
	}
	return schema.format === undefined ? type : `${type} (${schema.format})`;
}

const between = (low: number | undefined, high: number | undefined, one = "", many = one): string[] => {
	const count = (value: number) => `${value.toLocaleString("en-GB")}${value === 1 ? one : many}`;
	if (low !== undefined && high !== undefined) {
		return [low === high ? `exactly ${count(low)}` : `${low.toLocaleString("en-GB")} to ${count(high)}`];
	}
	if (low !== undefined) return [`at least ${count(low)}`];
	return high === undefined ? [] : [`at most ${count(high)}`];
};

/** Describes the bounds of a schema's values. */
export function boundsOf(schema: Schema): string[] {
	const { variants } = alternativesOf(schema);
	const [only = schema] = variants;
	const each = variants.length === 1 ? { ...schema, ...only } : schema;
	return [
		...between(each.minimum, each.maximum),
		...(each.exclusiveMinimum === undefined ? [] : [`more than ${each.exclusiveMinimum}`]),
		...(each.exclusiveMaximum === undefined ? [] : [`less than ${each.exclusiveMaximum}`]),
		...between(each.minLength, each.maxLength, " character", " characters"),
		...(each.prefixItems === undefined ? between(each.minItems, each.maxItems, " item", " items") : []),
		...(each.pattern === undefined || each.format !== undefined ? [] : [`matches ${each.pattern}`]),
	];
}

/** Lists the allowed values of a schema, or of a list's items. */
export function valuesOf(document: OpenApiDocument, schema: Schema): string[] {
	const said = resolved(document, schema);
	if (said.const !== undefined) return [written(said.const)];
	if (said.enum !== undefined) return said.enum.filter((value) => value !== null).map(written);
	const items = itemsOf(said);
	if (items !== null) return valuesOf(document, items);
	const { variants } = alternativesOf(said);
	return variants.length === 1 && variants[0] !== undefined && variants[0] !== said
		? valuesOf(document, variants[0])
		: [];
}

/** Finds the nested schema that has fields, through lists and `null`; null without one. */
export function innerOf(document: OpenApiDocument, schema: Schema): Schema | null {
	const said = resolved(document, schema);
	if (said.properties !== undefined && Object.keys(said.properties).length > 0) return said;
	const items = itemsOf(said);
	if (items !== null) return innerOf(document, items);
	const { variants } = alternativesOf(said);
	if (variants.length === 1 && variants[0] !== undefined && variants[0] !== said) return innerOf(document, variants[0]);
	return variants.length > 1 && variants.some((variant) => innerOf(document, variant) !== null) ? said : null;
}

/** Builds the row of a named schema. */
export function rowOf(document: OpenApiDocument, name: string, schema: Schema, required: boolean): SchemaRow {
	const said = resolved(document, schema);
	return {
		name,
		type: typeWords(document, schema),
		required,
		deprecated: said.deprecated === true,
		description: said.description ?? "",
		bounds: boundsOf(said),
		values: valuesOf(document, said),
		byDefault: said.default === undefined ? null : written(said.default) || "empty",
		example: said.examples?.[0] === undefined ? null : written(said.examples[0]),
		inner: innerOf(document, schema),
	};
}

/**
 * Builds the rows of a schema, one level deep: its fields, or its alternatives. `inner` holds the
 * next level, so that a recursive schema ends where the reader stops.
 */
export function rowsOf(document: OpenApiDocument, schema: Schema): SchemaRow[] {
	const said = resolved(document, schema);
	if (said.properties !== undefined) {
		return Object.entries(said.properties).map(([name, field]) =>
			rowOf(document, name, field, said.required?.includes(name) === true),
		);
	}
	const { variants } = alternativesOf(said);
	if (variants.length < 2) return [];
	return variants.map((variant, place) => ({
		...rowOf(document, `form ${place + 1}`, variant, false),
		type: formWords(document, variant),
	}));
}

/** Names an alternative, or lists the fields that distinguish it. */
function formWords(document: OpenApiDocument, variant: Schema): string {
	if (variant.$ref !== undefined) return nameOfReference(variant.$ref);
	const fields = Object.keys(variant.properties ?? {});
	return fields.length === 0
		? typeWords(document, variant)
		: `{ ${fields.slice(0, 3).join(", ")}${fields.length > 3 ? ", …" : ""} }`;
}
