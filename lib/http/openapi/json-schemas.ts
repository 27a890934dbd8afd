import { z } from "zod";
import { type JsonSchema, writtenForms } from "@/lib/contract/written-as";
import { explained } from "./glossary";

/**
 * The contract's zod schemas in JSON Schema, by zod's own converter: its output is the dialect of OpenAPI 3.1 as it stands,
 * and needs no second library with extensions of its own to zod. Schemas with an id in their metadata become components.
 */
export class JsonSchemas {
	readonly components: Record<string, JsonSchema> = {};

	/** Of what is sent to the service (`input`) or what it answers (`output`); `about` is the path of terms that lead to it. */
	convert(schema: z.ZodType, io: "input" | "output", about = ""): JsonSchema {
		const { $schema: _, $defs = {}, ...converted } = z.toJSONSchema(schema, { io, override: improve });
		for (const [name, component] of Object.entries($defs)) this.#add(name, component);
		return explained(withReferences(converted) as JsonSchema, about);
	}

	#add(name: string, component: JsonSchema): void {
		const { id: _, ...named } = withReferences(component) as JsonSchema;
		const said = explained(named, name);
		const before = this.components[name];
		if (before !== undefined && JSON.stringify(before) !== JSON.stringify(said)) {
			throw new Error(`Two schemas of the contract are called ${name} and differ.`);
		}
		this.components[name] = said;
	}
}

function improve({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void {
	const form = writtenForms.get(zodSchema);
	if (form !== undefined) {
		// What the schema says in words stays; how its values look is the form's to say.
		const { description, deprecated } = jsonSchema;
		const words = { ...(description === undefined ? {} : { description }), ...(deprecated ? { deprecated } : {}) };
		for (const name of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, name);
		Object.assign(jsonSchema, form, words);
	}
	// Where a default belongs to the value and not to its text, zod leaves it out.
	if (
		zodSchema instanceof z.ZodDefault &&
		["number", "string", "boolean"].includes(typeof zodSchema.def.defaultValue)
	) {
		jsonSchema.default = zodSchema.def.defaultValue;
	}
	// The bounds of every whole number in JavaScript say nothing about this one.
	if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
	if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

/** zod's references within a schema, as references within the document. */
function withReferences(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withReferences);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) =>
			name === "$ref" && typeof inner === "string"
				? [name, inner.replace("#/$defs/", "#/components/schemas/")]
				: [name, withReferences(inner)],
		),
	);
}
