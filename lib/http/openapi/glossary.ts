import type { JsonSchema } from "@/lib/contract/written-as";
import { TERMS } from "./terms";

/**
 * Finds the term of a name for the nearest of its owners; undefined where the glossary has none.
 */
function termOf(name: string, owners: readonly string[]): { words: string; example: unknown } | undefined {
	const keys = [...owners.map((owner) => `${owner}.${name}`), name];
	const found = keys.map((key) => TERMS[key]).find((term) => term !== undefined);
	if (found === undefined) return undefined;
	return typeof found === "string" ? { words: found, example: undefined } : { words: found[0], example: found[1] };
}

/**
 * Gives the glossary's description of a parameter or field, for those that their contract leaves
 * undescribed.
 */
export const wordsOf = (name: string, owner: string): string | undefined => termOf(name, [owner])?.words;

const SAYS_ENOUGH = ["examples", "enum", "const", "format", "default", "$ref", "properties"];

/** Whether the example is valid for the schema: one name may be a string here and a list there. */
function fits(schema: JsonSchema, example: unknown): boolean {
	if (schema.anyOf !== undefined) return schema.anyOf.some((variant) => fits(variant as JsonSchema, example));
	const types: readonly string[] = [schema.type ?? []].flat();
	if (Array.isArray(example)) {
		return types.includes("array") && example.every((item) => fits(schema.items as JsonSchema, item));
	}
	return types.includes(typeof example) || (Number.isInteger(example) && types.includes("integer"));
}

const takesExample = (schema: JsonSchema, example: unknown): boolean =>
	!SAYS_ENOUGH.some((word) => word in schema) && fits(schema, example);

/**
 * Adds the glossary's descriptions and examples to every field that the contract leaves
 * undescribed. Takes the schema and its name in the document.
 */
export function explained(schema: JsonSchema, owner: string): JsonSchema {
	return within(schema, [owner]) as JsonSchema;
}

function within(value: unknown, owners: readonly string[]): unknown {
	if (Array.isArray(value)) return value.map((each) => within(each, owners));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([word, inner]) =>
			word === "properties"
				? [word, Object.fromEntries(Object.entries(inner).map(([name, field]) => [name, fieldOf(name, field, owners)]))]
				: [word, ["enum", "const", "examples", "default"].includes(word) ? inner : within(inner, owners)],
		),
	);
}

function fieldOf(name: string, field: unknown, owners: readonly string[]): unknown {
	const inside = within(field, [name, ...owners]) as JsonSchema;
	const term = termOf(name, owners);
	if (term === undefined) return inside;
	const words = inside.description === undefined ? { description: term.words } : {};
	const example = term.example !== undefined && takesExample(inside, term.example) ? { examples: [term.example] } : {};
	return { ...inside, ...words, ...example };
}
