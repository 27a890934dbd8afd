import type { z } from "zod";
import { detailParameters } from "@/lib/contract/parameters";
import type { ErrorType } from "@/lib/contract/primitives";
import type { JsonSchema } from "@/lib/contract/written-as";
import type { RouteDocumentation } from "@/lib/http/routes/documentation";
import { ERROR_STATUS } from "@/lib/http/routes/envelopes";
import { isSlugName } from "@/lib/http/routes/path-ids";
import { errorsOf, LONG_HEADS, tokenErrors } from "./errors";
import { CONTRACT, groupOf } from "./groups";
import type { JsonSchemas } from "./json-schemas";

/**
 * Credentials by kind of route (docs/contract.md, Credentials). A POST takes KEY in its form, of
 * which OpenAPI knows no security scheme: docs/decisions/0011.
 */
function securityOf({ caller }: RouteDocumentation): Record<string, never[]>[] {
	switch (caller) {
		case "public":
			return [];
		case "token":
			return [{ key: [] }];
		case "agent":
			return [{ agentKey: [] }];
		case "management":
			return [{ key: [] }, { accessToken: [] }, { session: [] }];
		case "product":
			return [{ apiKey: [] }, { accessToken: [] }, { session: [] }];
		case "product or agent":
			return [{ apiKey: [] }, { accessToken: [] }, { session: [] }, { agentKey: [] }];
	}
}

/** Whether the specification has the operation: the contract's, without its extensions. */
const isSpecified = ({ caller, extension }: RouteDocumentation): boolean =>
	(caller === "token" || caller === "management") && !extension;

/**
 * `List Builds of a Design` → `listBuildsOfDesign`. The specification's operations say no more than
 * verb and object: `Request Build of a Design` → `requestBuild`.
 */
function operationIdOf(documentation: RouteDocumentation): string {
	const summary = isSpecified(documentation) ? documentation.summary.replace(/ of .*/, "") : documentation.summary;
	const [verb = "", ...words] = summary
		.replaceAll("'", "")
		.split(/[^A-Za-z0-9]+/)
		.filter((word) => !/^(?:an?|the|)$/i.test(word));
	const capitalized = words.map((word) => {
		const rest = word.slice(1);
		return `${word[0]?.toUpperCase()}${rest === rest.toUpperCase() ? rest.toLowerCase() : rest}`;
	});
	return [verb.toLowerCase(), ...capitalized].join("");
}

/** Descriptions of path parameters for which `Id of the …` is not enough. */
const PATH_PARAMETERS: Readonly<Record<string, string>> = {
	category_id: "Id of the place category.",
	inventory_source_slug: "Slug of the inventory source.",
	opt_out_list_id: "A version of the list of opt-outs.",
	rule_id: "Id of the activation rule.",
	target_id: "Id of the deployment target.",
	view_id: "Id of the saved view.",
};

/** Describes one method of a route as an operation of the document. */
export function operation(
	schemas: JsonSchemas,
	path: string,
	method: string,
	documentation: RouteDocumentation,
): Record<string, unknown> {
	const { summary, description, body, caller } = documentation;
	const operationId = operationIdOf(documentation);
	const parameters = [
		...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
			name,
			in: "path",
			description: PATH_PARAMETERS[name ?? ""] ?? `Id of the ${name?.replace(/_id$/, "")}.`,
			required: true,
			schema: isSlugName(name ?? "")
				? { type: "string", pattern: "^[a-z0-9][a-z0-9-]{0,62}$", examples: ["acme-mobile"] }
				: { type: "string", format: "uuid" },
		})),
		...(body === "none" || body === "stream" ? queryParameters(schemas, documentation) : []),
		...headerParameters(documentation, method),
	];
	return {
		operationId,
		summary,
		...(description === undefined ? {} : { description }),
		tags: [...(isSpecified(documentation) ? [CONTRACT] : []), groupOf(path)],
		...(documentation.extension ? { "x-extension": true } : {}),
		security: securityOf(documentation),
		// Clients may repeat reads; pages that try operations warn before writes.
		"x-changes-data": documentation.changesData ?? method !== "GET",
		...(parameters.length === 0 ? {} : { parameters }),
		...(body === "none" ? {} : { requestBody: requestBody(schemas, documentation) }),
		responses: {
			...success(schemas, documentation),
			...(caller === "token" ? tokenErrors(path.includes("{")) : errorReferences(documentation, method)),
		},
	};
}

/**
 * The contract's parameters, then `detail` and the parameters that it adds, marked as extensions.
 */
function queryParameters(schemas: JsonSchemas, documentation: RouteDocumentation) {
	const contract = parametersIn(schemas, documentation.parameters);
	if (documentation.detailed === undefined) return contract;
	const [detail] = parametersIn(schemas, detailParameters);
	const further = parametersIn(schemas, documentation.detailed.parameters);
	const widened = contract.map((parameter) => {
		const other = further.find(({ name }) => name === parameter.name);
		if (other === undefined || JSON.stringify(other) === JSON.stringify(parameter)) return parameter;
		return { ...other, description: `${parameter.description} With \`detail=true\`: ${other.description}` };
	});
	const added = further.filter(({ name }) => contract.every((parameter) => parameter.name !== name));
	return [
		...widened,
		{ ...detail, "x-extension": true },
		...added.map((parameter) => ({
			...parameter,
			description: `With \`detail=true\` alone. ${parameter.description}`,
			"x-extension": true,
		})),
	];
}

function parametersIn(schemas: JsonSchemas, parameters: z.ZodType) {
	const { properties = {}, required = [] } = schemas.convert(parameters, "input");
	return Object.entries(properties).map(([name, schema]) => {
		const { description, ...rest } = schema as JsonSchema;
		return {
			name,
			in: "query",
			...(description === undefined ? {} : { description }),
			...(required.includes(name) ? { required: true } : {}),
			...(rest.type === "array" ? { style: "form", explode: false } : {}),
			schema: rest,
		};
	});
}

function headerParameters({ caller, expects = [], headers = {} }: RouteDocumentation, method: string) {
	const reference = (name: string) => ({ $ref: `#/components/parameters/${name}` });
	return [
		...(method === "GET" || caller === "public" ? [] : [reference("IdempotencyKey")]),
		...(expects.includes("revision") ? [reference("IfMatch")] : []),
		...(expects.includes("digest") ? [reference("BuildDigest")] : []),
		...Object.entries(headers).map(([name, description]) => ({
			name,
			in: "header",
			description,
			schema: { type: "string" },
		})),
	];
}

function requestBody(schemas: JsonSchemas, documentation: RouteDocumentation) {
	const { body, parameters, accepts = [], example } = documentation;
	if (body === "stream") {
		return { required: true, content: Object.fromEntries(accepts.map((type) => [type, {}])) };
	}
	const schema = schemas.convert(parameters, "input");
	const shown = example === undefined ? {} : { example };
	// Where every field is optional, so is the body.
	const required = !parameters.safeParse({}).success;
	if (body === "json") return { required, content: { "application/json": { schema, ...shown } } };
	const KEY = {
		type: "string",
		description:
			"API key; required unless a bearer token or a session identifies the caller. A client that attaches the security scheme `key` sends it in the query string, where a POST takes it only beside the same value here.",
	};
	const form = { ...schema, properties: { ...schema.properties, KEY } };
	return { required, content: { "application/x-www-form-urlencoded": { schema: form, ...shown } } };
}

function success(schemas: JsonSchemas, documentation: RouteDocumentation) {
	const { response, answers, status = 200, alsoAnswers = {}, detailed } = documentation;
	const schemaOf = (body: z.ZodType) => schemas.convert(body, "output");
	const content =
		response === undefined
			? { [answers ?? "application/json"]: {} }
			: {
					"application/json": {
						schema:
							detailed === undefined
								? schemaOf(response)
								: { anyOf: [schemaOf(response), schemaOf(detailed.response)] },
					},
				};
	const description = status === 201 ? "It was created." : "It is done.";
	// Other statuses with a body share its type; the rest have none.
	const others = Object.entries(alsoAnswers).map(([other, says]) => [
		other,
		{ description: says, ...(other === "206" ? { content } : {}) },
	]);
	const headers = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };
	return { [status]: { description, headers, content }, ...Object.fromEntries(others) };
}

function errorReferences(documentation: RouteDocumentation, method: string): Record<string, unknown> {
	const { refusals = {} } = documentation;
	// A description beside a reference replaces the referenced one.
	const answer = (errorType: ErrorType, description: string | undefined) => ({
		$ref: `#/components/responses/${errorType}`,
		...(description === undefined ? {} : { description }),
	});
	return Object.fromEntries([
		...errorsOf(documentation, method).map((type) => [ERROR_STATUS[type], answer(type, refusals[type])] as const),
		...Object.entries(LONG_HEADS).map(
			([status, description]) => [Number(status), answer("TooLarge", description)] as const,
		),
	]);
}
