import type { OpenApiDocument, Schema } from "./document";

const FORMATS: Record<string, unknown> = {
	uuid: "0b9fd7a5-2d9c-4c6b-8f0e-6a3d1f7c2b10",
	"date-time": "2026-01-05T09:00:00.000Z",
	"idn-email": "reader@customer.example",
	ipv4: "192.0.2.7",
	ipv6: "2001:db8::7",
	cidrv4: "192.0.2.0/24",
	cidrv6: "2001:db8::/32",
};

/** Stands for a value that would contain itself; it is left out. */
const NOTHING = Symbol("nothing");

interface Sampling {
	document: OpenApiDocument;
	/** Whether to include optional fields: answers have them, requests do not. */
	optional: boolean;
	/** References on the path to this schema, which ends a recursive schema. */
	open: readonly string[];
}

/** Builds a sample answer with every field, from the document's examples where it has them. */
export const sampleAnswer = (document: OpenApiDocument, schema: Schema): unknown =>
	present(sample(schema, { document, optional: true, open: [] }));

/** Builds a sample request with its required fields or, without any, its first optional one. */
export const sampleRequest = (document: OpenApiDocument, schema: Schema): unknown =>
	present(sample(schema, { document, optional: false, open: [] }));

const present = (value: unknown): unknown => (value === NOTHING ? null : value);

function sample(schema: Schema, sampling: Sampling): unknown {
	const [example] = schema.examples ?? [];
	if (example !== undefined) return example;
	if (schema.$ref !== undefined) {
		if (sampling.open.includes(schema.$ref)) return NOTHING;
		const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
		const component = sampling.document.components.schemas[name];
		if (component === undefined) return null;
		return sample(component, { ...sampling, open: [...sampling.open, schema.$ref] });
	}
	if (schema.const !== undefined) return schema.const;
	if (schema.enum !== undefined) return schema.enum[0];
	if (schema.default !== undefined && schema.default !== null) return schema.default;
	const variants = schema.anyOf ?? schema.oneOf;
	if (variants !== undefined) return sampleOneOf(variants, sampling);
	return sampleOfType(schema, sampling);
}

function sampleOneOf(variants: Schema[], sampling: Sampling): unknown {
	for (const variant of variants) {
		if (variant.type === "null") continue;
		const value = sample(variant, sampling);
		if (value !== NOTHING) return value;
	}
	return variants.some(({ type }) => type === "null") ? null : NOTHING;
}

function sampleOfType(schema: Schema, sampling: Sampling): unknown {
	const type = [schema.type ?? []].flat().find((each) => each !== "null");
	switch (type) {
		case "object":
			return sampleObject(schema, sampling);
		case "array": {
			if (schema.prefixItems !== undefined) return schema.prefixItems.map((item) => present(sample(item, sampling)));
			const item = typeof schema.items === "object" ? sample(schema.items, sampling) : NOTHING;
			return item === NOTHING ? [] : Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => item);
		}
		case "integer":
		case "number":
			return schema.minimum ?? (schema.exclusiveMinimum === undefined ? 0 : schema.exclusiveMinimum + 1);
		case "boolean":
			return true;
		case "string":
			return FORMATS[schema.format ?? ""] ?? "text".padEnd(schema.minLength ?? 0, "t").slice(0, schema.maxLength);
		default:
			return {};
	}
}

function sampleObject({ properties = {}, required = [] }: Schema, sampling: Sampling): unknown {
	const names = Object.keys(properties);
	const shown = sampling.optional ? names : required.length > 0 ? required : names.slice(0, 1);
	const fields: [string, unknown][] = [];
	for (const name of shown) {
		const field = properties[name];
		const value = field === undefined ? NOTHING : sample(field, sampling);
		if (value !== NOTHING) fields.push([name, value]);
		else if (required.includes(name)) return NOTHING;
	}
	return Object.fromEntries(fields);
}
