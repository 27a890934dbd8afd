import { nameOfReference, type OpenApiDocument, referred, type Schema } from "./document";

/** One line of the table of a schema. */
export interface SchemaRow {
	name: string;
	/** What it holds, in words: `integer`, `array of Design`, `string or null`. */
	type: string;
	required: boolean;
	deprecated: boolean;
	description: string;
	/** Bounds in words: `from 0 to 500`, `up to 200 characters`. */
	bounds: string[];
	/** The only values that there are, as they are written. */
	values: string[];
	/** As it is written; null where there is none. */
	byDefault: string | null;
	/** A value to look like; null where there is none. */
	example: string | null;
	/** What it holds in its turn: to be opened, since it may hold itself. */
	inner: Schema | null;
}

const written = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** The schema that a reference leads to, with what stands beside the reference; itself without one. */
export function resolved(document: OpenApiDocument, schema: Schema): Schema {
	let found = schema;
	// A reference to a reference, but never round in circles.
	for (let steps = 0; found.$ref !== undefined && steps < 10; steps += 1) {
		const { $ref, ...beside } = found;
		found = { ...referred<Schema>(document, $ref), ...beside };
	}
	return found;
}

const isNull = (schema: Schema): boolean => schema.type === "null";
const itemsOf = ({ items }: Schema): Schema | null => (typeof items === "object" ? items : null);

/** The alternatives of a schema without `null`, and whether `null` is one of them. */
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

/** What a schema's values are, in words. */
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

/** The bounds of a schema's values, in words. */
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

/** The values that a schema is limited to, also those of the items of a list. */
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

/** Of a schema: the part that has fields of its own, through lists and `null`; null where nothing has. */
export function innerOf(document: OpenApiDocument, schema: Schema): Schema | null {
	const said = resolved(document, schema);
	if (said.properties !== undefined && Object.keys(said.properties).length > 0) return said;
	const items = itemsOf(said);
	if (items !== null) return innerOf(document, items);
	const { variants } = alternativesOf(said);
	if (variants.length === 1 && variants[0] !== undefined && variants[0] !== said) return innerOf(document, variants[0]);
	return variants.length > 1 && variants.some((variant) => innerOf(document, variant) !== null) ? said : null;
}

/** The line for one schema under a name. */
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
 * The lines of a schema: its fields, or its alternatives where it has several. One level: what a line holds in its turn is
 * its `inner`, so that a schema that holds itself ends where the reader does.
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

/** An alternative by its name or by the fields that tell it from the others. */
function formWords(document: OpenApiDocument, variant: Schema): string {
	if (variant.$ref !== undefined) return nameOfReference(variant.$ref);
	const fields = Object.keys(variant.properties ?? {});
	return fields.length === 0
		? typeWords(document, variant)
		: `{ ${fields.slice(0, 3).join(", ")}${fields.length > 3 ? ", …" : ""} }`;
}
