import { API_VERSION, errorResponse } from "@/lib/contract/primitives";
import { tokenErrorResponse } from "@/lib/contract/token";
import { documentationOf } from "@/lib/http/documentation";
import { errorComponents } from "./errors";
import { JsonSchemas } from "./json-schemas";
import { operation } from "./operation";

/** Route modules by their pattern in Next's notation: `/targeting/designs/[design_id]`. */
export type RouteModules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/**
 * The OpenAPI 3.1 document of all routes, from what their handlers carry (design.md section 7).
 * @throws Error for a method whose handler carries no documentation, and for two components of one name
 */
export function openApiDocument(modules: RouteModules) {
	const schemas = new JsonSchemas();
	const paths = Object.entries(modules).map(([pattern, module]) => {
		const path = pattern.replaceAll(/\[(\w+)\]/g, "{$1}");
		const operations = METHODS.filter((method) => method in module).map((method) => {
			const documentation = documentationOf(module[method]);
			if (documentation === undefined) throw new Error(`${method} ${pattern} is not declared.`);
			return [method.toLowerCase(), operation(schemas, path, method, documentation)] as const;
		});
		return [path, Object.fromEntries(operations)] as const;
	});
	const error = schemas.convert(errorResponse, "output");
	const tokenError = schemas.convert(tokenErrorResponse, "output");
	return {
		openapi: "3.1.1",
		info: {
			title: "Targeting Service",
			version: `${API_VERSION}.0.0`,
			description:
				"Access tokens; designs, builds and deployments (the contract); and the product's own API. Both forms of every path, with and without a trailing slash, answer directly.",
			license: { name: "Apache-2.0", identifier: "Apache-2.0" },
		},
		servers: [{ url: "/" }],
		tags: [
			{ name: "Token API", description: "Access tokens for a customer's users." },
			{ name: "Management API", description: "Designs, builds and deployments, as the contract has them." },
			{ name: "Product API", description: "What the pages use, beyond the contract." },
			{ name: "Agent API", description: "What on-premises agents speak." },
		],
		paths: Object.fromEntries(paths),
		components: {
			schemas: { Error: error, TokenError: tokenError, ...sorted(schemas.components) },
			responses: errorComponents(),
			parameters: PARAMETERS,
			securitySchemes: SECURITY_SCHEMES,
		},
	};
}

function sorted<T>(named: Record<string, T>): Record<string, T> {
	return Object.fromEntries(Object.entries(named).sort(([one], [other]) => (one < other ? -1 : 1)));
}

const PARAMETERS = {
	IdempotencyKey: {
		name: "Idempotency-Key",
		in: "header",
		description:
			"Runs the request once per caller, method and path: its answer is replayed for 24 hours, with the header `Idempotency-Replayed: true`. The same key with another request answers 422.",
		schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
	},
	IfMatch: {
		name: "If-Match",
		in: "header",
		description: "The revision that was decided upon; 412 when it is no longer the current one.",
		schema: { type: "string", examples: ['"3"'] },
	},
	BuildDigest: {
		name: "X-Build-Digest",
		in: "header",
		description: "The digest of the targeting file that was decided upon; 412 when it is another.",
		schema: { type: "string", pattern: "^sha256:[0-9a-f]{64}$" },
	},
};

const SECURITY_SCHEMES = {
	key: { type: "apiKey", in: "query", name: "KEY", description: "API key. In a POST it stands in the form body." },
	accessToken: { type: "http", scheme: "bearer", description: "Access token of the token API (`tst_…`)." },
	apiKey: { type: "http", scheme: "bearer", description: "API key (`tsk_…`) as bearer." },
	agentKey: { type: "http", scheme: "bearer", description: "Agent key (`tsa_…`) of a target." },
	session: {
		type: "apiKey",
		in: "cookie",
		name: "__Secure-targeting.session",
		description: "Session of the dashboard, from its own pages only; over plain HTTP without the prefix.",
	},
};
