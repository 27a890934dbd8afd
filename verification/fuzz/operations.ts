import {
	type DocumentAnswer,
	type OpenApiDocument,
	type Parameter,
	referred,
	type Schema,
} from "@/lib/contract/openapi/document";
import { compileMatcher } from "@/lib/processes/server/api-server/matcher";
import { isUnusable, parseRequestTarget } from "@/lib/processes/server/request-target";

/** An operation of the document, with its references resolved. */
export interface Operation {
	readonly method: string;
	/** With parameters in braces, as in the document. */
	readonly path: string;
	readonly tag: string;
	readonly parameters: readonly Parameter[];
	readonly body?: { readonly type: string; readonly schema?: Schema; readonly example?: unknown };
	/** Names of the schemes that it takes. */
	readonly security: readonly string[];
	/** Answers by status, each with the pointer to its description within the document. */
	readonly answers: Readonly<Record<string, DocumentAnswer & { readonly pointer: string }>>;
}

/** The operations of a document, and the one that serves an address. */
export interface Operations {
	readonly all: readonly Operation[];
	/** Undefined for an address of no resource, or a method that its resource lacks. */
	find(method: string, target: string): Operation | undefined;
}

export function operationsOf(document: OpenApiDocument): Operations {
	const all = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.keys(methods).map((method) => operation(document, path, method)),
	);
	const patterns = Object.keys(document.paths).map(
		(path) => [path.replaceAll(/\{(\w+)\}/g, "[$1]"), path] as [string, string],
	);
	const match = compileMatcher(patterns);
	return {
		all,
		find: (method, target) => {
			const parsed = parseRequestTarget(target);
			const path = isUnusable(parsed) ? undefined : match(parsed.segments)?.route;
			const served = method === "HEAD" ? "GET" : method;
			return all.find((each) => each.path === path && each.method === served);
		},
	};
}

function operation(document: OpenApiDocument, path: string, method: string): Operation {
	const described = document.paths[path]?.[method];
	if (described === undefined) throw new Error(`the document has no ${method} ${path}`);
	const [type, media] = Object.entries(described.requestBody?.content ?? {})[0] ?? [];
	const at = `#/paths/${path.replaceAll("~", "~0").replaceAll("/", "~1")}/${method}/responses`;
	const answers = Object.entries(described.responses).map(([status, { $ref, ...given }]) => {
		const answer = $ref === undefined ? given : { ...referred<DocumentAnswer>(document, $ref) };
		return [status, { ...answer, pointer: $ref ?? `${at}/${status}` }];
	});
	return {
		method: method.toUpperCase(),
		path,
		tag: described.tags.at(-1) ?? "",
		parameters: (described.parameters ?? []).flatMap((each) =>
			"$ref" in each ? (referred<Parameter>(document, each.$ref) ?? []) : each,
		),
		...(type === undefined ? {} : { body: { type, ...media } }),
		security: described.security.flatMap((scheme) => Object.keys(scheme)),
		answers: Object.fromEntries(answers),
	};
}
