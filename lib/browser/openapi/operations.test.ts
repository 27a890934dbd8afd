import { describe, expect, test } from "vitest";
import type { OpenApiDocument } from "@/lib/contract/openapi/document";
import { groupsOf, matchingGroups } from "./operations";

const said = (operationId: string, tag: string, more: object = {}) => ({
	operationId,
	summary: operationId,
	tags: [tag],
	security: [],
	responses: {},
	...more,
});
const SAMPLE = { lang: "Shell", label: "curl", source: "curl /token" };
const form = { content: { "application/x-www-form-urlencoded": { schema: { properties: { KEY: {} } } } } };
const described = {
	tags: [
		{ name: "contract", description: "What the specification has." },
		{ name: "Access tokens", description: "Who calls." },
		{ name: "Designs", description: "What is targeted." },
		{ name: "Health", description: "Whether it works." },
	],
	"x-tagGroups": [
		{ name: "Contract", tags: ["contract"] },
		{ name: "Management API", tags: ["Designs"] },
		{ name: "The service", tags: ["Health"] },
	],
	paths: {
		"/ready": { get: said("ready", "Health") },
		"/designs/{id}": {
			delete: said("remove", "Designs", {
				security: [{ key: [] }, { accessToken: [] }, { apiKey: [] }, { session: [] }],
				requestBody: form,
			}),
			get: said("read", "Designs", {
				security: [{ key: [] }],
				parameters: [{ $ref: "#/components/parameters/Limit" }, { $ref: "#/components/parameters/None" }],
				responses: {
					404: { $ref: "#/components/responses/NotFound", description: "No such design." },
					401: { $ref: "#/components/responses/Auth" },
					200: { description: "Here.", content: { "application/json": { example: 1 } } },
				},
			}),
		},
		"/designs": { get: said("list", "Designs", { "x-changes-data": true }) },
		"/specified": { get: said("specified", "Designs", { tags: ["contract", "Designs"] }) },
		"/token": { get: said("token", "Designs", { tags: ["contract", "Access tokens"], "x-codeSamples": [SAMPLE] }) },
	},
	components: {
		parameters: { Limit: { name: "limit", in: "query", schema: { type: "integer" } } },
		responses: {
			NotFound: { description: "Not there." },
			Auth: { description: "Who?", content: { "application/json": {} } },
		},
	},
} as unknown as OpenApiDocument;
const groups = groupsOf(described);
const operation = (id: string) => groups.flatMap(({ operations }) => operations).find((each) => each.id === id);

test("operations are grouped as in the document, the contract's first, collections before their members, reads before writes", () => {
	expect(groups.map(({ api, name, operations }) => [api, name, operations.map(({ id }) => id)])).toEqual([
		["Contract", "Contract", ["token", "specified"]],
		["Management API", "Designs", ["list", "read", "remove"]],
		["The service", "Health", ["ready"]],
	]);
});

test("an operation of the contract names its group, and has the document's examples", () => {
	expect(operation("token")).toMatchObject({ api: "Contract", group: "Access tokens", samples: [SAMPLE] });
	expect(operation("read")?.samples).toEqual([]);
});

test("references are resolved, and fields beside a reference take precedence", () => {
	expect(operation("read")?.parameters.map(({ name }) => name)).toEqual(["limit"]);
	expect(operation("read")?.answers).toEqual([
		{ status: 200, errorType: null, description: "Here.", content: [{ type: "application/json", example: 1 }] },
		{ status: 401, errorType: "Auth", description: "Who?", content: [{ type: "application/json" }] },
		{ status: 404, errorType: "NotFound", description: "No such design.", content: [] },
	]);
});

describe("credentials of an operation", () => {
	test.each([
		["read", [{ kind: "key", schemes: ["key"] }]],
		["ready", []],
		[
			"remove",
			[
				{ kind: "session", schemes: ["session"] },
				{ kind: "key", schemes: ["key"] },
				{ kind: "bearer", schemes: ["accessToken", "apiKey"] },
			],
		],
	])("%s", (id, credentials) => {
		expect(operation(id)?.credentials).toEqual(credentials);
	});

	test("an operation changes data by its extension, else by its method", () => {
		expect(["list", "read", "remove"].map((id) => operation(id)?.changesData)).toEqual([true, false, true]);
	});
});

test("every word of a search must occur in method, path, names, parameters or descriptions", () => {
	const found = (text: string) =>
		matchingGroups(groups, text).flatMap(({ operations }) => operations.map(({ id }) => id));
	expect(found("")).toHaveLength(6);
	expect(found("DELETE designs")).toEqual(["remove"]);
	expect(found("limit  get")).toEqual(["read"]);
	expect(found("nothing")).toEqual([]);
});
