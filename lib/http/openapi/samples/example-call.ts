import {
	type DocumentOperation,
	type OpenApiDocument,
	type Parameter,
	referred,
} from "@/lib/contract/openapi/document";
import { sampleRequest } from "@/lib/contract/openapi/sample";

/** A request with a value for each thing that an operation needs: the examples of every language print it. */
export interface ExampleCall {
	readonly operationId: string;
	readonly method: string;
	/** With the names of its parameters in braces. */
	readonly path: string;
	readonly pathValues: Readonly<Record<string, string>>;
	readonly query: Readonly<Record<string, unknown>>;
	readonly body:
		| { readonly kind: "none" }
		| { readonly kind: "form" | "json"; readonly fields: Readonly<Record<string, unknown>> }
		| { readonly kind: "file"; readonly name: string };
	/** A key goes as the parameter `KEY` of the contract's operations, and as bearer token to others. */
	readonly credential: "none" | "parameter" | "bearer";
	/** How the answer is taken. */
	readonly answer: "json" | "text" | "stream" | "file";
}

/** The call of each operation, in the document's order. */
export function exampleCalls(document: OpenApiDocument): ExampleCall[] {
	return Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => exampleCall(document, path, method, operation)),
	);
}

/** The call of an operation: what it requires, the page of a list, and its example as the body. */
export function exampleCall(
	document: OpenApiDocument,
	path: string,
	method: string,
	operation: DocumentOperation,
): ExampleCall {
	const parameters = (operation.parameters ?? []).flatMap((each) =>
		"$ref" in each ? (referred<Parameter>(document, each.$ref) ?? []) : each,
	);
	const isList = ["limit", "offset"].every((name) => parameters.some((parameter) => parameter.name === name));
	const isPage = ({ name }: Parameter) => isList && (name === "limit" || name === "offset");
	const valuesOf = (shown: readonly Parameter[]) =>
		Object.fromEntries(shown.map(({ name, schema }) => [name, sampleRequest(document, schema)]));
	return {
		operationId: operation.operationId,
		method: method.toUpperCase(),
		path,
		pathValues: valuesOf(parameters.filter((parameter) => parameter.in === "path")) as Record<string, string>,
		query: valuesOf(parameters.filter((each) => each.in === "query" && (each.required === true || isPage(each)))),
		body: bodyOf(document, path, operation),
		credential: credentialOf(operation),
		answer: answerOf(operation),
	};
}

function bodyOf(document: OpenApiDocument, path: string, { requestBody }: DocumentOperation): ExampleCall["body"] {
	const [[type, { schema, example }] = ["", {}]] = Object.entries(requestBody?.content ?? {});
	if (type === "") return { kind: "none" };
	if (schema === undefined) return { kind: "file", name: fileFor(path) };
	const { KEY: _, ...properties } = schema.properties ?? {};
	const shown = schema.properties === undefined ? schema : { ...schema, properties };
	const fields = (example ?? sampleRequest(document, shown)) as Record<string, unknown>;
	return { kind: type === "application/json" ? "json" : "form", fields };
}

/** Names a file to upload by what is uploaded there. */
function fileFor(path: string): string {
	if (path.endsWith("/external-build")) return "build.tgt";
	return path.startsWith("/api/basemap/") ? "berlin.pmtiles" : `${path.split("/").at(-1)}.csv`;
}

function credentialOf({ security }: DocumentOperation): ExampleCall["credential"] {
	if (security.length === 0) return "none";
	return security.some((scheme) => "key" in scheme) ? "parameter" : "bearer";
}

function answerOf({ responses }: DocumentOperation): ExampleCall["answer"] {
	const [type = ""] = Object.keys((responses["200"] ?? responses["201"])?.content ?? {});
	if (type === "application/octet-stream") return "file";
	if (type === "text/event-stream") return "stream";
	return type === "application/json" ? "json" : "text";
}
