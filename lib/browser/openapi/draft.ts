import type { OpenApiDocument, Schema } from "./document";
import type { Content, CredentialKind, Operation } from "./operations";
import { sampleRequest } from "./sample";
import { resolved, typeWords, valuesOf } from "./schema-rows";

/** What a reader has filled in to try an operation out. */
export interface Draft {
	/** Parameters of path, query and headers by `in` and name; form fields by `form` and name. */
	fields: Readonly<Record<string, string>>;
	/** A JSON body, or the text of one that is sent as it is. */
	text: string;
	/** Sent in place of `text` where one was chosen. */
	file: File | null;
	/** Media type of the body. */
	contentType: string;
	credential: CredentialKind;
}

/** A field to be filled in. */
export interface DraftField {
	/** Key in `Draft.fields`. */
	key: string;
	name: string;
	place: "path" | "query" | "header" | "form";
	required: boolean;
	description: string;
	type: string;
	/** Choices, where there are only so many. */
	choices: string[];
	/** What is taken where nothing is sent, or a value to look like. */
	placeholder: string;
	schema: Schema;
}

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

/** How the body of an operation is filled in. */
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

/** A list as it is written into one field. */
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

/** All fields of an operation in the order of its documentation, those of the form last. The credential is no field. */
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

/** An empty draft: the body begins with its example. */
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

/** What is wrong with a field so that no request can be made of it; null where one can. The service judges the rest. */
export function fieldProblem({ place, name }: DraftField, value: string): string | null {
	if (place === "path") {
		if (value === "") return `${name} is part of the address.`;
		// A browser would take these for steps up the path.
		return /^(?:\.|%2e){1,2}$/i.test(value) ? "An address cannot hold this." : null;
	}
	if (place === "header" && !/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
		return "A header holds Latin letters and no line breaks.";
	return null;
}

/** What is wrong with a JSON body; null where nothing is. */
export function jsonProblem(text: string): string | null {
	try {
		JSON.parse(text);
		return null;
	} catch (error) {
		return `This is not JSON: ${error instanceof Error ? error.message : "it cannot be read"}.`;
	}
}
