import type { OpenApiDocument, Schema } from "./document";
import type { Content, CredentialKind, Operation } from "./operations";
import { sampleRequest } from "./sample";
import { resolved, typeWords, valuesOf } from "./schema-rows";

/** The reader's input for a trial of an operation. */
export interface Draft {
	/** Parameters of path, query and headers by `in` and name; form fields by `form` and name. */
	fields: Readonly<Record<string, string>>;
	/** A JSON body, or the text of another one. */
	text: string;
	/** Sent in place of `text`. */
	file: File | null;
	/** Media type of the body. */
	contentType: string;
	credential: CredentialKind;
}

/** A field of the form. */
export interface DraftField {
	/** Key in `Draft.fields`. */
	key: string;
	name: string;
	place: "path" | "query" | "header" | "form";
	required: boolean;
	description: string;
	type: string;
	/** The allowed values, if they are limited. */
	choices: string[];
	/** The default or an example. */
	placeholder: string;
	schema: Schema;
}

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

/** Gives the kind of editor for the operation's body. */
export function bodyKind({ body }: Operation): "none" | "json" | "form" | "stream" {
	const [first] = body;
	if (first === undefined) return "none";
	if (first.type === FORM_TYPE) return "form";
	return first.schema === undefined ? "stream" : "json";
}

/** The content of an operation's body as JSON or as a form. */
export const jsonContent = ({ body }: Operation): Content | undefined => body.find(({ type }) => type === JSON_TYPE);
export const formContent = ({ body }: Operation): Content | undefined => body.find(({ type }) => type === FORM_TYPE);

const choicesOf = (schema: Schema): string[] => {
	if (schema.type === "boolean") return ["true", "false"];
	return schema.type === "array" || schema.enum === undefined ? [] : schema.enum.map(String);
};

function placeholderOf(schema: Schema): string {
	if (schema.default !== undefined) return String(schema.default);
	const [example] = schema.examples ?? [];
	return example === undefined ? "" : `e.g. ${example}`;
}

/** Writes a list into one field. */
function listWords(document: OpenApiDocument, schema: Schema): string {
	const values = valuesOf(document, schema);
	return values.length === 0 ? "comma-delimited" : `comma-delimited: ${values.join(", ")}`;
}

function fieldOf(
	document: OpenApiDocument,
	place: DraftField["place"],
	name: string,
	{ schema, required = false, description }: { schema: Schema; required?: boolean; description?: string },
): DraftField {
	const said = resolved(document, schema);
	return {
		key: `${place} ${name}`,
		name,
		place,
		required,
		description: description ?? said.description ?? "",
		type: said.type === "array" ? listWords(document, said) : typeWords(document, schema),
		choices: choicesOf(said),
		placeholder: placeholderOf(said),
		schema: said,
	};
}

/**
 * Lists the fields of an operation in the order of its documentation, form fields last, without the
 * credential.
 */
export function draftFields(document: OpenApiDocument, operation: Operation): DraftField[] {
	const parameters = operation.parameters.map((parameter) =>
		fieldOf(document, parameter.in, parameter.name, parameter),
	);
	const form = formContent(operation)?.schema;
	const fields = Object.entries(form?.properties ?? {})
		.filter(([name]) => name !== "KEY")
		.map(([name, schema]) =>
			fieldOf(document, "form", name, { schema, required: form?.required?.includes(name) === true }),
		);
	return [...parameters, ...fields];
}

/** Gives an empty draft, with the example as its body. */
export function newDraft(document: OpenApiDocument, operation: Operation, credential: CredentialKind): Draft {
	const json = jsonContent(operation);
	const example = json && (json.example ?? (json.schema === undefined ? {} : sampleRequest(document, json.schema)));
	return {
		fields: {},
		text: example === undefined ? "" : JSON.stringify(example, null, 2),
		file: null,
		contentType: operation.body[0]?.type ?? "",
		credential,
	};
}

/**
 * Gives the reason that a field cannot be sent; null for a valid one. The service checks the rest.
 */
export function fieldProblem({ place, name }: DraftField, value: string): string | null {
	if (place === "path") {
		if (value === "") return `${name} is part of the address.`;
		// A browser would resolve these as relative paths.
		return /^(?:\.|%2e){1,2}$/i.test(value) ? "An address cannot hold this." : null;
	}
	if (place === "header" && !/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
		return "A header holds Latin letters and no line breaks.";
	return null;
}

/** Gives the error in a JSON body; null for a valid one. */
export function jsonProblem(text: string): string | null {
	try {
		JSON.parse(text);
		return null;
	} catch (error) {
		return `This is not JSON: ${error instanceof Error ? error.message : "it cannot be read"}.`;
	}
}
