import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApiDocument } from "@/lib/http/openapi/document";
import { setService } from "@/lib/service";
import { callRoute } from "@/lib/testing/call-route";
import { createTestService, type TestService } from "@/lib/testing/service";
import { DOCUMENTED_ROUTES } from "./documented-routes";
import { GET } from "./route";

/** Not resources of the API: what answers unknown paths, and sign-in, whose protocol is next-auth's own. */
const UNDOCUMENTED = ["/api/[[...path]]", "/api/auth/[...nextauth]", "/targeting/[[...path]]", "/token/[[...path]]"];

/** Every path of the specification's endpoint tables, by method. */
const SPECIFIED = [
	"get /token/user",
	"get /token/user/{user_id}",
	"get /targeting/designs/{design_id}",
	"get /targeting/designs",
	"post /targeting/designs/{design_id}/request",
	"get /targeting/builds",
	"post /targeting/builds/{build_id}/request",
	"post /targeting/deployments/{deployment_id}/cancel",
	"post /targeting/deployments/{deployment_id}/reject",
	"get /targeting/deployments",
	"post /targeting/deployments/{deployment_id}/activate",
	"post /targeting/deployments/{deployment_id}/deactivate",
	"post /targeting/deployments/{deployment_id}/delete",
	"post /targeting/deployments/{deployment_id}/tag",
];

/** Patterns of all route files below app/, without the groups in parentheses that no address shows. */
const patternsOfFiles = () =>
	readdirSync("app", { recursive: true, encoding: "utf8" })
		.filter((file) => file.endsWith("/route.ts"))
		.map((file) => `/${file.replace(/\/route\.ts$/, "").replaceAll(/\([^)]*\)\//g, "")}`)
		.sort();

type Operation = Record<string, unknown> & { operationId: string; responses: Record<string, unknown> };
const operationsOf = (document: ReturnType<typeof openApiDocument>) =>
	Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods as Record<string, Operation>).map(
			([method, operation]) => [`${method} ${path}`, operation] as const,
		),
	);

describe("the OpenAPI document", () => {
	const document = openApiDocument(DOCUMENTED_ROUTES);
	const operations = operationsOf(document);
	const operationOf = (name: string) => operations.find(([each]) => each === name)?.[1];
	let service: TestService;
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	test("describes every route file, and nothing else", () => {
		expect([...Object.keys(DOCUMENTED_ROUTES), ...UNDOCUMENTED].sort()).toEqual(patternsOfFiles());
	});

	test("names each module by the path of its file", async () => {
		for (const [pattern, module] of Object.entries(DOCUMENTED_ROUTES)) {
			const file: Record<string, unknown> = await import(/* @vite-ignore */ resolve(`app${pattern}/route.ts`));
			for (const [method, handler] of Object.entries(module))
				expect([pattern, file[method]]).toEqual([pattern, handler]);
		}
	});

	test("has an operation for every method that a route exports", () => {
		const exported = Object.entries(DOCUMENTED_ROUTES).flatMap(([pattern, module]) =>
			Object.keys(module).map((method) => `${method.toLowerCase()} ${pattern.replaceAll(/\[(\w+)\]/g, "{$1}")}`),
		);
		expect(operations.map(([name]) => name).sort()).toEqual(exported.sort());
	});

	test("has every line of the specification's endpoint tables", () => {
		expect(operations.map(([name]) => name)).toEqual(expect.arrayContaining(SPECIFIED));
	});

	test("gives every operation an id of its own, and its success a schema or a media type", () => {
		const ids = operations.map(([, { operationId }]) => operationId);
		expect(new Set(ids).size).toBe(ids.length);
		for (const [name, { responses }] of operations) {
			const success = responses["200"] ?? responses["201"];
			expect([name, success]).toEqual([name, expect.objectContaining({ content: expect.anything() })]);
		}
	});

	test("has no reference that leads nowhere", () => {
		const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
		expect(references.length).toBeGreaterThan(50);
		for (const reference of new Set(references)) {
			const parts = reference?.split("/").slice(1) ?? [];
			const found = parts.reduce<unknown>((inner, part) => Reflect.get(Object(inner), part), document);
			expect([reference, found]).toEqual([reference, expect.anything()]);
		}
	});

	test("writes parameters as a client sends them", () => {
		const list = operationOf("get /targeting/deployments");
		const parameters = (list?.parameters ?? []) as { name: string }[];
		const named = Object.fromEntries(parameters.map((each) => [each.name, each]));
		expect(named).toMatchObject({
			limit: { in: "query", schema: { type: "integer", minimum: 0, maximum: 500, default: 20 } },
			status: { style: "form", explode: false, schema: { items: { enum: ["activated", "deactivated", "requested"] } } },
			new_build: { schema: { type: "boolean" } },
		});
		expect(list?.security).toEqual([{ key: [] }, { accessToken: [] }, { session: [] }]);
		expect(operationOf("post /targeting/builds/{build_id}/request")).toMatchObject({
			requestBody: {
				content: {
					"application/x-www-form-urlencoded": {
						schema: {
							required: ["targetId"],
							properties: { targetId: { type: "string", format: "uuid" }, KEY: { type: "string" } },
						},
					},
				},
			},
		});
	});

	test("is served to everyone", async () => {
		const answer = await callRoute(GET, { url: "/openapi.json" });
		expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json"]);
		expect(answer.body).toEqual(JSON.parse(JSON.stringify(document)));
		expect((await callRoute(GET, { url: "/openapi.json?x=1" })).status).toBe(400);
	});
});
