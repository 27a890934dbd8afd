/**
 * A schema of the document in the dialect of OpenAPI 3.1 (JSON Schema 2020-12), limited to the
 * keywords in use.
 */
export interface Schema {
	$ref?: string;
	type?: string | string[];
	properties?: Record<string, Schema>;
	required?: string[];
	additionalProperties?: boolean | Schema;
	items?: Schema | boolean;
	prefixItems?: Schema[];
	anyOf?: Schema[];
	oneOf?: Schema[];
	allOf?: Schema[];
	enum?: unknown[];
	const?: unknown;
	default?: unknown;
	examples?: unknown[];
	description?: string;
	deprecated?: boolean;
	format?: string;
	pattern?: string;
	minimum?: number;
	maximum?: number;
	exclusiveMinimum?: number;
	exclusiveMaximum?: number;
	minLength?: number;
	maxLength?: number;
	minItems?: number;
	maxItems?: number;
}

export interface Parameter {
	name: string;
	in: "path" | "query" | "header";
	description?: string;
	required?: boolean;
	/** Whether the parameter is not part of the contract. */
	"x-extension"?: boolean;
	schema: Schema;
}

export interface Media {
	schema?: Schema;
	example?: unknown;
}

export interface DocumentAnswer {
	$ref?: string;
	description?: string;
	content?: Record<string, Media>;
}

export interface DocumentOperation {
	operationId: string;
	summary: string;
	description?: string;
	tags: string[];
	security: Record<string, string[]>[];
	parameters?: (Parameter | { $ref: string })[];
	requestBody?: { content: Record<string, Media> };
	responses: Record<string, DocumentAnswer>;
	"x-changes-data"?: boolean;
	"x-codeSamples"?: CodeSample[];
}

/** A program that calls an operation, by the extension that readers of such documents show. */
export interface CodeSample {
	/** Its language. */
	lang: string;
	/** The tool that it is written for. */
	label: string;
	source: string;
}

/** The answer of `GET /openapi.json`. */
export interface OpenApiDocument {
	info: { title: string; version: string; description: string };
	servers: { url: string }[];
	tags: { name: string; description: string }[];
	"x-tagGroups": { name: string; tags: string[] }[];
	paths: Record<string, Record<string, DocumentOperation>>;
	components: {
		schemas: Record<string, Schema>;
		responses: Record<string, DocumentAnswer>;
		parameters: Record<string, Parameter>;
		securitySchemes: Record<string, { type: string; description: string }>;
	};
}

/** Resolves a reference within the document; undefined for an unknown target. */
export function referred<T>(document: OpenApiDocument, reference: string): T | undefined {
	const parts = reference.replace(/^#\//, "").split("/");
	let found: unknown = document;
	for (const part of parts) {
		const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
		found =
			typeof found === "object" && found !== null && Object.hasOwn(found, name) ? Reflect.get(found, name) : undefined;
	}
	return found as T | undefined;
}

/** Name of a referenced component: `#/components/schemas/Design` → `Design`. */
export const nameOfReference = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1);
