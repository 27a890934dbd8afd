import type { JsonSchema } from "@/lib/contract/written-as";
import type { RouteDocumentation } from "@/lib/http/documentation";
import { ERROR_STATUS } from "@/lib/http/envelopes";
import { isSlugName } from "@/lib/http/path-ids";
import { errorsOf, tokenErrors } from "./errors";
import type { JsonSchemas } from "./json-schemas";

/** Ways to prove who calls, by the kind of route (design.md section 3); `{}`: KEY in the body, which OpenAPI cannot name. */
function securityOf({ caller, body }: RouteDocumentation): Record<string, never[]>[] {
	switch (caller) {
		case "public":
			return [];
		case "token":
			return [{ key: [] }];
		case "agent":
			return [{ agentKey: [] }];
		case "management":
			return [body === "form" ? {} : { key: [] }, { accessToken: [] }, { session: [] }];
		case "product":
			return [{ apiKey: [] }, { accessToken: [] }, { session: [] }];
		case "product or agent":
			return [{ apiKey: [] }, { accessToken: [] }, { session: [] }, { agentKey: [] }];
	}
}

function tagOf({ caller }: RouteDocumentation, path: string): string {
	if (caller === "token") return "Token API";
	if (caller === "management") return "Management API";
	return path.startsWith("/api/agent") ? "Agent API" : "Product API";
}

/** `Get Design` → `getDesign`. */
function operationIdOf(summary: string): string {
	const words = summary.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
	return words
		.map((word, index) => (index === 0 ? word.toLowerCase() : word[0]?.toUpperCase() + word.slice(1)))
		.join("");
}

/** One method of a route as an operation of the document. */
export function operation(
	schemas: JsonSchemas,
	path: string,
	method: string,
	documentation: RouteDocumentation,
): Record<string, unknown> {
	const { summary, description, body, caller } = documentation;
	const parameters = [
		...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
			name,
			in: "path",
			required: true,
			schema: isSlugName(name ?? "")
				? { type: "string", pattern: "^[a-z0-9][a-z0-9-]{0,62}$" }
				: { type: "string", format: "uuid" },
		})),
		...(body === "none" || body === "stream" ? queryParameters(schemas, documentation) : []),
		...headerParameters(documentation, method),
	];
	return {
		operationId: operationIdOf(summary),
		summary,
		...(description === undefined ? {} : { description }),
		tags: [tagOf(documentation, path)],
		security: securityOf(documentation),
		...(parameters.length === 0 ? {} : { parameters }),
		...(body === "none" ? {} : { requestBody: requestBody(schemas, documentation) }),
		responses: {
			...success(schemas, documentation),
			...(caller === "token" ? tokenErrors(path.includes("{")) : errorReferences(documentation, method)),
		},
	};
}

function queryParameters(schemas: JsonSchemas, { parameters }: RouteDocumentation) {
	const { properties = {}, required = [] } = schemas.convert(parameters, "input");
	return Object.entries(properties).map(([name, schema]) => {
		const { description, ...rest } = schema as JsonSchema;
		return {
			name,
			in: "query",
			...(description === undefined ? {} : { description }),
			...(required.includes(name) ? { required: true } : {}),
			// Comma-delimited, one parameter for all items.
			...(rest.type === "array" ? { style: "form", explode: false } : {}),
			schema: rest,
		};
	});
}

function headerParameters({ caller, expects = [] }: RouteDocumentation, method: string) {
	const reference = (name: string) => ({ $ref: `#/components/parameters/${name}` });
	return [
		...(method === "GET" || caller === "public" ? [] : [reference("IdempotencyKey")]),
		...(expects.includes("revision") ? [reference("IfMatch")] : []),
		...(expects.includes("digest") ? [reference("BuildDigest")] : []),
	];
}

function requestBody(schemas: JsonSchemas, { body, parameters, accepts = [] }: RouteDocumentation) {
	if (body === "stream") {
		return { required: true, content: Object.fromEntries(accepts.map((type) => [type, {}])) };
	}
	const schema = schemas.convert(parameters, "input");
	if (body === "json") return { required: true, content: { "application/json": { schema } } };
	const KEY = {
		type: "string",
		description: "API key; required unless a bearer token or a session identifies the caller.",
	};
	const form = { ...schema, properties: { ...schema.properties, KEY } };
	return { required: true, content: { "application/x-www-form-urlencoded": { schema: form } } };
}

function success(schemas: JsonSchemas, { response, answers, status = 200, alsoAnswers = {} }: RouteDocumentation) {
	const content =
		response === undefined
			? { [answers ?? "application/json"]: {} }
			: { "application/json": { schema: schemas.convert(response, "output") } };
	const description = status === 201 ? "Created." : "OK.";
	const others = Object.entries(alsoAnswers).map(([other, says]) => [other, { description: says }]);
	return { [status]: { description, content }, ...Object.fromEntries(others) };
}

function errorReferences(documentation: RouteDocumentation, method: string): Record<string, unknown> {
	return Object.fromEntries(
		errorsOf(documentation, method).map((errorType) => [
			ERROR_STATUS[errorType],
			{ $ref: `#/components/responses/${errorType}` },
		]),
	);
}
