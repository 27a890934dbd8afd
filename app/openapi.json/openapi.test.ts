import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { DEPLOYMENT_STATUSES } from "@/lib/contract/constants";
import { emailAddress } from "@/lib/contract/email-address";
import type {
	CodeSample,
	DocumentAnswer,
	DocumentOperation,
	OpenApiDocument,
	Schema,
} from "@/lib/contract/openapi/document";
import { sampleAnswer, sampleRequest } from "@/lib/contract/openapi/sample";
import { ROUTES } from "@/lib/generated/routes";
import { groupOf } from "@/lib/http/openapi/groups";
import { openApiDocument } from "@/lib/http/openapi/open-api-document";
import { CLIENT_CALLS } from "@/lib/http/openapi/samples/client-calls";
import { needsNext } from "@/lib/http/routes/api-family";
import { documentationOf } from "@/lib/http/routes/documentation";
import { optionsAnswer } from "@/lib/http/routes/method-not-allowed";
import { parseEnvironment } from "@/lib/platform/env";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { GET as YAML } from "../openapi.yaml/route";
import { GET } from "./route";

/** Served by Next: sign-in, whose protocol is next-auth's own. */
const NOT_REGISTERED = ["/api/auth/[...nextauth]"];
/** No resources of the API: what answers unknown paths. */
const UNDOCUMENTED = ["/api/[[...path]]", "/targeting/[[...path]]", "/token/[[...path]]"];
const DOCUMENTED_ROUTES = Object.fromEntries(
	Object.entries(ROUTES).filter(([pattern]) => !UNDOCUMENTED.includes(pattern)),
);

/** Every path of the contract's endpoint tables, by method. */
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

/**
 * Patterns of all route files below app/, without the groups in parentheses that no address shows.
 */
const patternsOfFiles = () =>
	readdirSync("app", { recursive: true, encoding: "utf8" })
		.filter((file) => file.endsWith("/route.ts"))
		.map((file) => `/${file.replace(/\/route\.ts$/, "").replaceAll(/\([^)]*\)\//g, "")}`)
		.sort();

/** What JavaScript, Python or Go does not read of a pattern; null where all do. */
function unportable(pattern: string): string | null {
	try {
		new RegExp(pattern, "u");
	} catch {
		return "an invalid expression";
	}
	// Groups with a name or an assertion, escapes but of shorthands, bytes and signs, doubled signs in
	// classes; Go repeats 1,000 times at most.
	const [found] =
		/\(\?(?!:)[=!<>P]?|\\(?![dDsSwWtnr]|x[0-9A-Fa-f]{2}|[!-/:-@[-`{-~])[\s\S]?|\[\[|&&|--|~~|\|\||\{\d*,?\d{4,}\}/.exec(
			pattern.replaceAll("\\\\", "\\x5C"),
		) ?? [];
	return found ?? null;
}

type Operation = Record<string, unknown> & { operationId: string; responses: Record<string, unknown> };
const operationsOf = (document: ReturnType<typeof openApiDocument>) =>
	Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods as Record<string, Operation>).map(
			([method, operation]) => [`${method} ${path}`, operation] as const,
		),
	);

describe("the OpenAPI document", () => {
	const document = openApiDocument(ROUTES, { settings: parseEnvironment({}) });
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

	test("names the address and the cookie of a service below a path", async () => {
		const plain = { url: "/openapi.json" };
		const { body: alone } = await callRoute(GET, plain);
		expect([alone.servers, alone.components?.securitySchemes?.session?.name]).toEqual([
			[{ url: "/" }],
			"__Host-targeting.session",
		]);
		setService({ ...service, settings: { ...service.settings, BASE_PATH: "/targeting-ui" } });
		const { body: below } = await callRoute(GET, plain);
		setService(service);
		expect([below.servers, below.components?.securitySchemes?.session?.name]).toEqual([
			[{ url: "/targeting-ui" }],
			"__Secure-targeting.session.targeting-ui",
		]);
		expect(below.paths).toEqual(alone.paths);
	});

	test("the registry has every route file that Next does not serve, and nothing else", () => {
		expect([...Object.keys(ROUTES), ...NOT_REGISTERED].sort()).toEqual(patternsOfFiles());
		for (const pattern of Object.keys(ROUTES)) expect(needsNext(pattern.split("/").slice(1))).toBe(false);
		for (const pattern of NOT_REGISTERED) expect(needsNext(pattern.split("/").slice(1))).toBe(true);
	});

	test("the registry names each module by the path of its file", async () => {
		for (const [pattern, module] of Object.entries(ROUTES)) {
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

	test("has the specification's endpoint tables, and nothing else, as the first tag", () => {
		expect(document.tags[0]?.name).toBe("contract");
		const tagged = operations.filter(([, { tags }]) => (tags as string[])[0] === "contract");
		expect(tagged.map(([name]) => name).sort()).toEqual(SPECIFIED.toSorted());
		expect(operationOf("get /targeting/targets")).toMatchObject({ tags: ["Deployments"], "x-extension": true });
	});

	test("names a security scheme that clients attach for every operation but the public ones", () => {
		for (const [name, { security }] of operations) {
			const schemes = (security as Record<string, unknown>[]).map((each) => Object.keys(each));
			expect([name, schemes.filter(({ length }) => length !== 1)]).toEqual([name, []]);
			if (name.includes(" /targeting/")) expect([name, schemes[0]]).toEqual([name, ["key"]]);
			for (const [scheme = ""] of schemes) expect(document.components.securitySchemes).toHaveProperty(scheme);
		}
		expect(document.components.securitySchemes.key).toMatchObject({ type: "apiKey", in: "query", name: "KEY" });
	});

	test("writes patterns that the regular expressions of JavaScript, Python and Go read alike", () => {
		const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) =>
			String(JSON.parse(text)),
		);
		expect(patterns.length).toBeGreaterThan(20);
		for (const pattern of new Set(patterns)) expect([pattern, unportable(pattern)]).toEqual([pattern, null]);
		for (const [pattern, found] of [
			["^(?=a)", "(?="],
			["(?<!a)b", "(?<"],
			["(?<name>a)", "(?<"],
			["\\p{L}", "\\p"],
			["\\u2028", "\\u"],
			["(a)\\1", "\\1"],
			["a{0,1001}", "{0,1001}"],
			["[[a]", "[["],
			["[!--]", "--"],
			["(a", "an invalid expression"],
		] as const)
			expect(unportable(pattern)).toBe(found);
	});

	test("gives every array the schema of its items, tuples too", () => {
		const bare: unknown[] = [];
		let tuples = 0;
		const walk = (value: unknown, where: string): void => {
			if (typeof value !== "object" || value === null) return;
			const { type, items, prefixItems, minItems, maxItems } = value as Schema;
			if ([type].flat().includes("array") && typeof items !== "object") bare.push(where);
			if (prefixItems !== undefined) {
				tuples += 1;
				expect([minItems, maxItems]).toEqual([prefixItems.length, prefixItems.length]);
			}
			for (const [name, inner] of Object.entries(value)) walk(inner, `${where}/${name}`);
		};
		walk(JSON.parse(JSON.stringify({ ...document.paths, ...document.components })), "");
		expect([bare, tuples > 0]).toEqual([[], true]);
	});

	test("gives every operation an id of its own that reads as a verb, and its success a schema or a media type", () => {
		const ids = operations.map(([, { operationId }]) => operationId);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids.filter((id) => !/^[a-z]+(?:[A-Z][a-z0-9]*)*$/.test(id))).toEqual([]);
		expect(Object.fromEntries(SPECIFIED.map((name) => [name, operationOf(name)?.operationId]))).toEqual({
			"get /token/user": "getAccessToken",
			"get /token/user/{user_id}": "refreshAccessToken",
			"get /targeting/designs/{design_id}": "getDesign",
			"get /targeting/designs": "listDesigns",
			"post /targeting/designs/{design_id}/request": "requestBuild",
			"get /targeting/builds": "listBuilds",
			"post /targeting/builds/{build_id}/request": "requestDeployment",
			"post /targeting/deployments/{deployment_id}/cancel": "cancelDeploymentRequest",
			"post /targeting/deployments/{deployment_id}/reject": "rejectRequestedDeployment",
			"get /targeting/deployments": "listDeployments",
			"post /targeting/deployments/{deployment_id}/activate": "activateDeployment",
			"post /targeting/deployments/{deployment_id}/deactivate": "deactivateDeployment",
			"post /targeting/deployments/{deployment_id}/delete": "deleteDeployment",
			"post /targeting/deployments/{deployment_id}/tag": "tagDeployment",
		});
		for (const [name, { responses }] of operations) {
			const success = responses["200"] ?? responses["201"];
			expect([name, success]).toEqual([name, expect.objectContaining({ content: expect.anything() })]);
		}
	});

	test("says of every operation what an address that is too long answers", () => {
		for (const [name, { responses }] of operations) {
			const told = Object.keys(responses).filter((status) => status === "414" || status === "431");
			expect([name, told]).toEqual([name, ["414", "431"]]);
		}
		expect(operationOf("get /targeting/designs")?.responses["414"]).toEqual({
			$ref: "#/components/responses/TooLarge",
			description: "The address is longer than 16,384 characters.",
		});
	});

	test("says of every operation that a session may have to add a second factor first", () => {
		const ofSessions = operations.filter(([, { security }]) => JSON.stringify(security).includes("session"));
		expect(ofSessions.length).toBeGreaterThan(100);
		for (const [name, { responses }] of ofSessions)
			expect([name, Object.keys(responses)]).toEqual([name, expect.arrayContaining(["403"])]);
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

	test("says in words what every operation, parameter and field means", () => {
		const silent: string[] = [];
		const components = document.components.schemas as Record<string, Schema>;
		const walk = (schema: Schema, where: string): void => {
			for (const [name, field] of Object.entries(schema.properties ?? {})) {
				const named = components[field.$ref?.split("/").at(-1) ?? ""];
				if ((field.description ?? named?.description ?? "") === "") silent.push(`${where}.${name}`);
				walk(field, `${where}.${name}`);
			}
			const inner = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
			for (const part of inner) if (typeof part === "object") walk(part, where);
		};
		for (const [name, schema] of Object.entries(components)) {
			if (schema.description === undefined) silent.push(name);
			walk(schema, name);
		}
		for (const [name, operation] of operations) {
			if ((operation.description ?? "") === "") silent.push(name);
			const { parameters = [], requestBody, responses } = operation as unknown as DocumentOperation;
			for (const parameter of parameters) {
				if ("schema" in parameter && !parameter.description) silent.push(`${name} ${parameter.name}`);
			}
			const media = [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {}));
			for (const { schema } of media) if (schema !== undefined) walk(schema, name);
		}
		expect(silent).toEqual([]);
	});

	test("writes e-mail addresses in any case, as the contract takes them: patterns have no flags there", () => {
		const patterns = [...JSON.stringify(document).matchAll(/"format":"idn-email","pattern":("(?:[^"\\]|\\.)*")/g)];
		expect(patterns.length).toBeGreaterThan(0);
		for (const [, pattern = '""'] of patterns) {
			const described = new RegExp(JSON.parse(pattern));
			for (const address of [
				"Jane.Doe@Example.COM",
				"jane@xn--bcher-kva.example",
				"zoë@bücher.example",
				"用户@例子.公司",
				"jane@example",
				"jane@-a.example",
				"jane@a-.example",
				"jane..doe@example.com",
				"jane doe@example.com",
				"jane@example.1com",
			]) {
				expect([address, described.test(address)]).toEqual([address, emailAddress.safeParse(address).success]);
			}
			expect(described.test("Jane.Doe@Example.COM")).toBe(true);
		}
	});

	test("takes no control characters and no line breaks in any name", () => {
		const described = JSON.parse(JSON.stringify(document)) as OpenApiDocument;
		const schemas = described.components?.schemas ?? {};
		const names: string[] = [];
		const lax: string[] = [];
		const judge = (where: string, schema: Schema) => {
			names.push(where);
			const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) => pattern ?? []);
			for (const name of ["a\tb", "a\nb", "a\u007fb", "a\u0085b", "a\u2028b", "a\u2029b"])
				if (patterns.every((pattern) => new RegExp(pattern, "u").test(name)))
					lax.push(`${where} ${JSON.stringify(name)}`);
			expect(patterns.every((pattern) => new RegExp(pattern, "u").test("Zoë 北京 💡"))).toBe(true);
		};
		const walk = (schema: Schema | boolean, at: string, within: readonly string[]) => {
			if (typeof schema === "boolean") return;
			const referred = schema.$ref?.split("/").at(-1) ?? "";
			const named = within.includes(referred) ? undefined : schemas[referred];
			if (named !== undefined) walk(named, at, [...within, referred]);
			for (const [name, property] of Object.entries(schema.properties ?? {})) {
				const where = `${at}.${name}`;
				if (/^(?:name|label|.*_name)$/.test(name)) judge(where, property);
				walk(property, where, within);
			}
			const { items, anyOf = [], oneOf = [], allOf = [] } = schema;
			for (const part of [items ?? true, ...anyOf, ...oneOf, ...allOf]) walk(part, at, within);
		};
		for (const [name, operation] of operations) {
			const { requestBody } = operation as unknown as DocumentOperation;
			for (const { schema } of Object.values(requestBody?.content ?? {}))
				if (schema !== undefined) walk(schema, name, []);
		}
		expect(lax).toEqual([]);
		expect(names.length).toBeGreaterThan(15);
	});

	test("gives examples that the contract itself takes", () => {
		const described = JSON.parse(JSON.stringify(document)) as OpenApiDocument;
		const refused: unknown[] = [];
		for (const [pattern, module] of Object.entries(DOCUMENTED_ROUTES)) {
			for (const [method, handler] of Object.entries(module)) {
				const documentation = documentationOf(handler);
				const path = pattern.replaceAll(/\[(\w+)\]/g, "{$1}");
				const { requestBody, responses } = described.paths[path]?.[method.toLowerCase()] ?? {
					responses: {} as Record<string, DocumentAnswer>,
				};
				const asked = requestBody?.content["application/json"];
				if (asked?.schema !== undefined) {
					const example = asked.example ?? sampleRequest(described, asked.schema);
					const { error } = documentation?.parameters.safeParse(example) ?? {};
					if (error) refused.push([method, path, error.issues]);
				}
				const answer = (responses["200"] ?? responses["201"])?.content?.["application/json"];
				if (answer?.schema !== undefined) {
					const { error } = documentation?.response?.safeParse(sampleAnswer(described, answer.schema)) ?? {};
					if (error) refused.push([method, path, error.issues]);
				}
			}
		}
		expect(refused).toEqual([]);
	});

	test("puts every operation into a group, and every group into an API", () => {
		const groups = document["x-tagGroups"].flatMap(({ tags }) => tags);
		expect(document.tags.map(({ name }) => name)).toEqual(groups);
		expect(new Set(operations.flatMap(([, { tags }]) => tags as string[]))).toEqual(new Set(groups));
		expect(() => groupOf("/elsewhere")).toThrow("is in no group");
	});

	test("says that a part of a file is of the file's type, and what may be asked without a body", () => {
		const content = { "application/octet-stream": {} };
		const { responses } = operationOf("get /api/builds/{build_id}/file") ?? {};
		expect(responses).toMatchObject({ 200: { content }, 206: { content } });
		for (const [name, required] of [
			["post /api/deployments/{deployment_id}/rollback", false],
			["post /targeting/deployments/{deployment_id}/activate", false],
			["post /api/designs", true],
			["patch /api/designs/{design_id}", true],
			["put /api/designs/{design_id}/external-build", true],
		] as const) {
			expect([name, operationOf(name)]).toMatchObject([name, { requestBody: { required } }]);
		}
	});

	test("has an example of every operation for each tool", () => {
		const labels = ["curl", "TypeScript", "Python", "Command"];
		for (const [name, { "x-codeSamples": samples }] of operations) {
			expect([name, (samples as CodeSample[]).map(({ label }) => label)]).toEqual([name, labels]);
		}
		const ids = operations.map(([, { operationId }]) => operationId);
		expect(Object.keys(CLIENT_CALLS).filter((id) => !ids.includes(id))).toEqual([]);
	});

	test("says which operations change data", () => {
		const changing = (name: string) => operationOf(name)?.["x-changes-data"];
		expect(changing("get /targeting/designs")).toBe(false);
		expect(changing("post /api/designs/{design_id}/estimate")).toBe(false);
		expect(changing("post /targeting/deployments/{deployment_id}/delete")).toBe(true);
		expect([changing("get /token/user"), changing("get /token/user/{user_id}")]).toEqual([true, false]);
	});

	test("names no request header that a customer's page may not send from another origin", () => {
		const components = document.components.parameters as Record<string, { name: string; in: string }>;
		const named = operations.flatMap(([, { parameters = [] }]) =>
			(parameters as { $ref?: string; name?: string; in?: string }[]).flatMap(({ $ref, ...inline }) => {
				const header = $ref === undefined ? inline : components[$ref.split("/").at(-1) ?? ""];
				return header?.in === "header" ? [header.name?.toLowerCase()] : [];
			}),
		);
		const { headers } = optionsAnswer(["GET"]);
		const allowed = headers.get("access-control-allow-headers")?.toLowerCase().split(", ");
		const ofAll = ["authorization", "content-type", "x-program"];
		expect(allowed?.toSorted()).toEqual([...new Set([...ofAll, ...named])].sort());
		expect(headers.get("access-control-allow-origin")).toBe("*");
	});

	test("writes parameters as a client sends them", () => {
		const list = operationOf("get /targeting/deployments");
		const parameters = (list?.parameters ?? []) as { name: string }[];
		const named = Object.fromEntries(parameters.map((each) => [each.name, each]));
		expect(named).toMatchObject({
			limit: { in: "query", schema: { type: "integer", minimum: 0, maximum: 500, default: 20 } },
			status: { style: "form", explode: false, schema: { items: { enum: DEPLOYMENT_STATUSES } } },
			new_build: { schema: { type: "boolean" } },
		});
		expect(list?.security).toEqual([{ key: [] }, { accessToken: [] }, { session: [] }]);
		const { parameters: filters } = (operationOf("get /targeting/builds") ?? {}) as { parameters?: { name: string }[] };
		for (const name of ["visibility", "deployment_status", "deployment_target"]) {
			const list = { style: "form", explode: false, schema: { type: "array", items: { type: "string" } } };
			expect(filters?.find((filter) => filter.name === name)).toMatchObject(list);
		}
		expect(operationOf("post /targeting/designs/{design_id}/request")).toMatchObject({
			requestBody: {
				content: {
					"application/x-www-form-urlencoded": {
						schema: { properties: { reason: { type: "string", maxLength: 2_000, pattern: "\\S" } } },
					},
				},
			},
		});
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

	test("marks what `detail=true` opens as extensions of the contract, on the contract's own operations", () => {
		const extensionsOf = (name: string) => {
			const { parameters = [] } = operationOf(name) as unknown as DocumentOperation;
			return parameters.flatMap((each) => ("x-extension" in each && each["x-extension"] ? [each] : []));
		};
		const names = (name: string) => extensionsOf(name).map((each) => each.name);
		expect(names("get /targeting/designs/{design_id}")).toEqual(["detail"]);
		expect(names("get /targeting/designs")).toEqual([
			"detail",
			"status",
			"mine",
			"shared",
			"live",
			"stale_data",
			"sort",
		]);
		expect(names("get /targeting/builds")).toEqual(["detail"]);
		expect(names("get /targeting/deployments")).toEqual([
			"detail",
			"ids",
			"design_id",
			"build_id",
			"target_id",
			"tag",
			"requested_by",
			"requester_org_id",
			"actual",
			"unmatched_for",
			"scheduled",
			"administered",
			"approved_by_me",
			"waiting_for",
			"recently_ended",
		]);
		const [detail, ...further] = extensionsOf("get /targeting/deployments");
		expect(detail?.schema).toEqual({ type: "boolean", default: false });
		for (const { description } of further) expect(description).toMatch(/^With `detail=true` alone\. /);
		const { parameters = [], responses } = operationOf("get /targeting/deployments") as unknown as DocumentOperation;
		const status = parameters.find((each) => "name" in each && each.name === "status");
		expect(status).toMatchObject({ description: expect.stringContaining("With `detail=true`: ") });
		const rows = responses["200"]?.content?.["application/json"]?.schema?.anyOf?.map(
			({ properties }) => properties?.response?.properties?.data?.items,
		);
		expect(rows).toEqual([
			{ $ref: "#/components/schemas/Deployment" },
			{ $ref: "#/components/schemas/DeploymentDetail" },
		]);
	});

	test("is served to everyone", async () => {
		const answer = await callRoute(GET, { url: "/openapi.json" });
		expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json"]);
		expect(answer.body).toEqual(JSON.parse(JSON.stringify(document)));
		expect((await callRoute(GET, { url: "/openapi.json?x=1" })).status).toBe(400);
	});

	test("is served as YAML, too, and answers 304 to who has it", async () => {
		const answered = (handler: typeof GET, headers = {}) =>
			handler(new Request("http://localhost/openapi", { headers }), { params: Promise.resolve({}) });
		const yaml = await answered(YAML);
		expect([yaml.status, yaml.headers.get("content-type")]).toEqual([200, "application/yaml"]);
		expect(parse(await yaml.text(), { maxAliasCount: 0 })).toEqual(JSON.parse(JSON.stringify(document)));
		for (const handler of [GET, YAML]) {
			const tag = (await answered(handler)).headers.get("etag") ?? "";
			expect((await answered(handler, { "If-None-Match": '"another"' })).status).toBe(200);
			const known = await answered(handler, { "If-None-Match": tag });
			expect([known.status, known.headers.get("etag"), await known.text()]).toEqual([304, tag, ""]);
		}
	});

	test("is compressed for clients that accept it", async () => {
		const answer = async (accepted: string) => {
			const request = new Request("http://localhost/openapi.json", { headers: { "Accept-Encoding": accepted } });
			return GET(request, { params: Promise.resolve({}) });
		};
		for (const refused of ["", "identity", "gzip;q=0"]) {
			expect((await answer(refused)).headers.get("content-encoding")).toBeNull();
		}
		const zipped = await answer("deflate, gzip;q=0.8");
		expect([zipped.headers.get("content-encoding"), zipped.headers.get("vary")]).toEqual(["gzip", "Accept-Encoding"]);
		const text = gunzipSync(await zipped.arrayBuffer()).toString();
		expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(document)));
	});
});
