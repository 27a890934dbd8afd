import type { OpenApiDocument } from "@/lib/contract/openapi/document";
import { API_VERSION, errorResponse } from "@/lib/contract/primitives";
import { tokenErrorResponse } from "@/lib/contract/token";
import { sessionCookieName } from "@/lib/domain/accounts/session";
import { METHODS, type RouteModules } from "@/lib/http/routes/declaration";
import { documentationOf } from "@/lib/http/routes/documentation";
import { servicePath } from "@/lib/http/routes/public-address";
import type { Service } from "@/lib/platform/service";
import { errorComponents } from "./errors";
import { API_GROUPS } from "./groups";
import { JsonSchemas } from "./json-schemas";
import { operation } from "./operation";
import { withCodeSamples } from "./samples/code-samples";

/** Catch-all routes answer unknown addresses and describe no resource. */
const CATCH_ALL = /\/\[\[\.\.\.\w+\]\]$/;

/**
 * Builds the OpenAPI 3.1 document from the documentation that the handlers carry (docs/contract.md,
 * Service).
 * @param service whose address and cookie it names
 * @throws Error for an undeclared method, and for two different components of one name
 */
export function openApiDocument(modules: RouteModules, service: Pick<Service, "settings">) {
	const schemas = new JsonSchemas();
	const described = Object.entries(modules).filter(([pattern]) => !CATCH_ALL.test(pattern));
	const paths = described.map(([pattern, module]) => {
		const path = pattern.replaceAll(/\[(\w+)\]/g, "{$1}");
		const operations = METHODS.filter((method) => method in module).map((method) => {
			const documentation = documentationOf(module[method]);
			if (documentation === undefined)
				throw new Error(`${method} ${pattern} carries no documentation: declare it with lib/http/routes/route.ts`);
			return [method.toLowerCase(), operation(schemas, path, method, documentation)] as const;
		});
		return [path, Object.fromEntries(operations)] as const;
	});
	const error = schemas.convert(errorResponse, "output");
	const tokenError = schemas.convert(tokenErrorResponse, "output");
	const document = {
		openapi: "3.1.1",
		info: {
			title: "Targeting Service",
			version: `${API_VERSION}.0.0`,
			description: ABOUT,
			license: { name: "Apache-2.0", identifier: "Apache-2.0" },
		},
		servers: [{ url: servicePath(service, "") || "/" }],
		tags: API_GROUPS.flatMap(({ groups }) => groups.map(({ name, description }) => ({ name, description }))),
		// Redoc's extension, which several other readers support.
		"x-tagGroups": API_GROUPS.map(({ api, groups }) => ({ name: api, tags: groups.map(({ name }) => name) })),
		paths: Object.fromEntries(paths),
		components: {
			schemas: {
				Error: { description: "Error of the management and product APIs.", ...error },
				TokenError: { description: "Error of the token API.", ...tokenError },
				...sorted(schemas.components),
			},
			headers: HEADERS,
			responses: errorComponents(),
			parameters: PARAMETERS,
			securitySchemes: securitySchemes(service),
		},
	};
	return { ...document, paths: withCodeSamples(document as unknown as OpenApiDocument) };
}

function sorted<T>(named: Record<string, T>): Record<string, T> {
	return Object.fromEntries(Object.entries(named).sort(([one], [other]) => (one < other ? -1 : 1)));
}

const ABOUT = [
	"The service builds targeting files from designs and brings them to on-premises software.",
	"The **Token API** gives access tokens to a customer's users. The **Management API** is the contract: designs, builds and deployments. The **Product API** is what the pages of the dashboard use, beyond the contract. The **Agent API** is what on-premises software speaks.",
	"Lists answer one page: `limit` rows from `offset` on, after all filters; `total_row_count` is the number of rows on all pages.",
	"Timestamps are ISO 8601 in UTC with three decimals. Ids are GUIDs. Sizes are in bytes. Both forms of every path, with and without a trailing slash, answer directly. Unknown and malformed parameters are refused, and so are repeated ones that are no lists. What the caller may not see answers 404, exactly as if it did not exist; what is seen but not allowed 403. A method that a resource lacks answers 405, and `Allow` lists those that it has. The header `X-Program` names the program that sends a request (`name/version`): its audit events have it as `detail.program`.",
].join("\n\n");

const HEADERS = {
	RequestId: {
		description: "Id of the request, in the service's log too; worth reporting with any question.",
		schema: { type: "string" },
	},
};

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

const securitySchemes = (service: Pick<Service, "settings">) => ({
	key: {
		type: "apiKey",
		in: "query",
		name: "KEY",
		description:
			"API key as the parameter `KEY`: in the query string of a GET, in the form body of a POST. OpenAPI knows no scheme for a form body: a client that attaches this one to a POST passes `KEY` as a field of the form, too. Beside the same value there it is taken in the query string, and never alone.",
	},
	accessToken: {
		type: "http",
		scheme: "bearer",
		description: "Access token (`tst_…`) of the token API, for a customer's clients.",
	},
	apiKey: { type: "http", scheme: "bearer", description: "API key (`tsk_…`) as bearer token." },
	agentKey: {
		type: "http",
		scheme: "bearer",
		description: "Agent key (`tsa_…`) of a deployment target, as bearer token of its on-premises software.",
	},
	session: {
		type: "apiKey",
		in: "cookie",
		name: sessionCookieName(service, true),
		description: `The session of the dashboard, for requests of its own pages alone. Over plain HTTP the cookie is called \`${sessionCookieName(service, false)}\`.`,
	},
});
