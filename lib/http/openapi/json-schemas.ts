import { z } from "zod";
import { type JsonSchema, writtenForms } from "@/lib/contract/written-as";

/**
 * The contract's zod schemas in JSON Schema, by zod's own converter: its output is the dialect of OpenAPI 3.1 as it stands,
 * and needs no second library with extensions of its own to zod. Schemas with an id in their metadata become components.
 */
export class JsonSchemas {
	readonly components: Record<string, JsonSchema> = {};

	/** Of what is sent to the service (`input`) or what it answers (`output`). */
	convert(schema: z.ZodType, io: "input" | "output"): JsonSchema {
		const { $schema: _, $defs = {}, ...converted } = z.toJSONSchema(schema, { io, override: improve });
		for (const [name, component] of Object.entries($defs)) this.#add(name, component);
		return withReferences(converted) as JsonSchema;
	}

	#add(name: string, component: JsonSchema): void {
		const { id: _, ...said } = withReferences(component) as JsonSchema;
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
		for (const name of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, name);
		Object.assign(jsonSchema, form);
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
