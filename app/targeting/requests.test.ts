import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as unknownPath } from "@/app/targeting/[[...path]]/route";
import { POST as requestDeployment } from "@/app/targeting/builds/[build_id]/request/route";
import { GET as listBuilds } from "@/app/targeting/builds/route";
import { POST as activate } from "@/app/targeting/deployments/[deployment_id]/activate/route";
import { POST as cancel } from "@/app/targeting/deployments/[deployment_id]/cancel/route";
import { POST as deactivate } from "@/app/targeting/deployments/[deployment_id]/deactivate/route";
import { POST as remove } from "@/app/targeting/deployments/[deployment_id]/delete/route";
import { POST as reject } from "@/app/targeting/deployments/[deployment_id]/reject/route";
import { POST as tag } from "@/app/targeting/deployments/[deployment_id]/tag/route";
import { GET as listDeployments } from "@/app/targeting/deployments/route";
import { POST as requestBuild } from "@/app/targeting/designs/[design_id]/request/route";
import { GET as getDesign } from "@/app/targeting/designs/[design_id]/route";
import { GET as listDesigns } from "@/app/targeting/designs/route";
import { GET as listTargets } from "@/app/targeting/targets/route";
import { newKey } from "@/lib/domain/accounts/secrets";
import { setService } from "@/lib/platform/service";
import { callRoute, type RouteCall } from "@/lib/tools/testing/call-route";
import { type EndpointLine, lines } from "@/lib/tools/testing/endpoint-table";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey, keyIdOf, type World } from "@/lib/tools/testing/world";

const { wholeNumber, oneOf, boolean, listOf, listOfAny, guid, text, anyName, LARGEST } = lines;
const EPOCH_BOUNDS = ["253402300799", "253402300800"] as const;
const paging = [wholeNumber("limit", "500", "501"), wholeNumber("offset", LARGEST, "9007199254740992")];
const order = oneOf("order", ["asc", "desc"]);
const q = text("q", 500, "taken");
const type = oneOf("type", ["proximity", "audience"]);
const visibility = listOfAny("visibility");
const sizes = [
	wholeNumber("min_size", LARGEST, "9007199254740992"),
	wholeNumber("max_size", LARGEST, "9007199254740992"),
];
const message = text("message", 2_000, "taken");
const onDeployment = (action: string, handler: EndpointLine["handler"], title: string, parameters = [] as const) => ({
	title,
	method: "POST" as const,
	path: `/targeting/deployments/<deployment_id>/${action}`,
	handler,
	id: "deployment_id",
	parameters,
});

/**
 * The contract's table of endpoints, each with its table of parameters (KEY, which all have,
 * apart).
 */
const ENDPOINTS: readonly EndpointLine[] = [
	{
		title: "Get Design",
		method: "GET",
		path: "/targeting/designs/<design_id>",
		handler: getDesign,
		id: "design_id",
		parameters: [],
	},
	{
		title: "List Designs",
		method: "GET",
		path: "/targeting/designs",
		handler: listDesigns,
		parameters: [...paging, order, guid("owner"), guid("owner_org_id"), q, type, visibility],
	},
	{
		title: "Request Build of a Design",
		method: "POST",
		path: "/targeting/designs/<design_id>/request",
		handler: requestBuild,
		id: "design_id",
		parameters: [{ ...text("reason", 2_000, "refused"), required: true, usual: "a reason" }],
	},
	{
		title: "List Builds",
		method: "GET",
		path: "/targeting/builds",
		handler: listBuilds,
		parameters: [
			...paging,
			order,
			q,
			type,
			visibility,
			listOf("deployment_status", [
				"activated",
				"deactivated",
				"requested",
				"requested_replacement",
				"out_of_date",
				"undeployed",
			]),
			listOfAny("deployment_target"),
			...sizes,
			oneOf("sort", ["build_date", "requested_at", "last_build_size"]),
		],
	},
	{
		title: "Request Deployment of a Built Design",
		method: "POST",
		path: "/targeting/builds/<build_id>/request",
		handler: requestDeployment,
		id: "build_id",
		parameters: [{ ...guid("targetId"), required: true, usual: "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11" }, message],
	},
	{ ...onDeployment("cancel", cancel, "Cancel a Deployment Request"), parameters: [message] },
	// Its message is an extension (docs/contract.md, Management API).
	{ ...onDeployment("reject", reject, "Reject a Requested Deployment"), parameters: [message] },
	{
		title: "List Deployments",
		method: "GET",
		path: "/targeting/deployments",
		handler: listDeployments,
		parameters: [
			...paging,
			order,
			q,
			type,
			anyName("target_type"),
			visibility,
			listOf("status", ["activated", "deactivated", "requested"]),
			...sizes,
			wholeNumber("start_date", ...EPOCH_BOUNDS),
			wholeNumber("end_date", ...EPOCH_BOUNDS),
			boolean("new_build"),
			oneOf("sort", ["updated_at", "approved_at", "build_date", "build_size"]),
		],
	},
	// An extension (docs/contract.md, Deployment targets).
	{
		title: "List Deployment Targets",
		method: "GET",
		path: "/targeting/targets",
		handler: listTargets,
		parameters: paging,
	},
	// Its message is an extension (docs/contract.md, Management API).
	{ ...onDeployment("activate", activate, "Activate a Deployment"), parameters: [message] },
	onDeployment("deactivate", deactivate, "Deactivate a Deployment"),
	onDeployment("delete", remove, "Delete a Deployment"),
	{
		...onDeployment("tag", tag, "Tag a Deployment"),
		parameters: [
			{
				name: "tags",
				required: true,
				list: true,
				usual: "eu",
				taken: [
					["blank, which clears them", ""],
					["50 tags", Array.from({ length: 50 }, (_, index) => `t${index}`).join(",")],
					["a tag of 64 characters", "x".repeat(64)],
					["the same tag 60 times", Array.from({ length: 60 }, () => "eu").join(",")],
				],
				refused: [
					["51 tags", Array.from({ length: 51 }, (_, index) => `t${index}`).join(",")],
					["a tag of 65 characters", "x".repeat(65)],
					["a tag of two lines", "eu,a\nb"],
				],
			},
		],
	},
];

const UNKNOWN_ID = "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11";
type Field = readonly [name: string, value: string];

let service: TestService;
let world: World;
let key: string;
beforeAll(async () => {
	service = await createTestService();
	setService(service);
	world = await createWorld(service);
	key = await issueKey(service, world.administrator, ["manage", "administer"]);
});
afterAll(async () => {
	setService(undefined);
	await service.drop();
});

/**
 * Sends the fields as the endpoint expects; an unknown object in the path shows the checks before
 * it.
 */
function send(endpoint: EndpointLine, fields: readonly Field[], call: Partial<RouteCall> = {}, id = UNKNOWN_ID) {
	const encoded = fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
	const path = endpoint.path.replace(/<\w+>/, id);
	return callRoute(endpoint.handler, {
		method: endpoint.method,
		url: endpoint.method === "GET" ? `${path}?${encoded}` : path,
		...(endpoint.method === "POST" ? { form: encoded } : {}),
		params: endpoint.id === undefined ? {} : { [endpoint.id]: id },
		...call,
	});
}

/** The other required parameters of an endpoint. */
const usual = (endpoint: EndpointLine, besides?: string): Field[] =>
	endpoint.parameters.flatMap(({ name, usual: value }) =>
		value === undefined || name === besides ? [] : [[name, value] as const],
	);

const refusal = (errorType: string, text: string) => ({
	version: 4,
	status: "error",
	error_type: errorType,
	message: expect.stringContaining(text),
});

/** What a well-formed request answers: its object, where it names one, does not exist. */
const wellFormed = (endpoint: EndpointLine) => (endpoint.id === undefined ? 200 : 404);

describe.each(ENDPOINTS)("$method $path ($title)", (endpoint) => {
	const valid = (): Field[] => [["KEY", key], ...usual(endpoint)];

	test("takes a well-formed request", async () => {
		expect((await send(endpoint, valid())).status).toBe(wellFormed(endpoint));
	});

	test("refuses every credential but a valid KEY, bearer token or session: 401", async () => {
		const without = usual(endpoint);
		const expired = await issueKey(service, world.administrator, ["manage"]);
		const revoked = await issueKey(service, world.administrator, ["manage"]);
		const elsewhere = await issueKey(service, world.administrator, ["manage"]);
		const restrict = async (value: string, data: object) =>
			service.prisma.apiKey.update({ where: { id: await keyIdOf(service, value) }, data });
		await restrict(revoked, { revoked_at: service.now() });
		await restrict(expired, { expires_at: service.now() });
		await restrict(elsewhere, { allowed_addresses: ["198.51.100.0/24"] });
		const ofDisabled = await issueKey(service, world.otherAdministrator, ["manage", "administer"]);
		const where = { id: world.otherAdministrator.userId };
		await service.prisma.user.update({ where, data: { disabled_at: service.now() } });
		const tokens = await issueKey(service, world.administrator, ["tokens"]);
		const agent = newKey("agent");
		await service.prisma.agentKey.create({
			data: { target_id: world.target.id, label: "x", prefix: agent.prefix, secret_hash: agent.secretHash },
		});
		const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
		const answers = {
			"no credential": await send(endpoint, without),
			"a blank KEY": await send(endpoint, [["KEY", ""], ...without]),
			"a wrong KEY": await send(endpoint, [["KEY", "tsk_wrong"], ...without]),
			"KEY in lower case": await send(endpoint, [["key", key], ...without]),
			"an expired KEY": await send(endpoint, [["KEY", expired], ...without]),
			"a revoked KEY": await send(endpoint, [["KEY", revoked], ...without]),
			"a KEY that works from other addresses": await send(endpoint, [["KEY", elsewhere], ...without]),
			"a KEY of a user who is disabled": await send(endpoint, [["KEY", ofDisabled], ...without]),
			"a KEY for the token API": await send(endpoint, [["KEY", tokens], ...without]),
			"an agent key as KEY": await send(endpoint, [["KEY", agent.key], ...without]),
			"an API key as bearer": await send(endpoint, without, bearer(key)),
			"an agent key as bearer": await send(endpoint, without, bearer(agent.key)),
			"a wrong bearer beside a valid KEY": await send(endpoint, valid(), bearer("tst_wrong")),
			"another authorization beside a valid KEY": await send(endpoint, valid(), {
				headers: { authorization: "Basic eDp5" },
			}),
			"a wrong cookie": await send(endpoint, without, { headers: { cookie: "__Host-targeting.session=x" } }),
		};
		for (const [what, answer] of Object.entries(answers)) {
			expect([what, answer.status, answer.body]).toEqual([what, 401, refusal("Auth", "")]);
			expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="Targeting Service"');
		}
	});

	test("refuses KEY in another place, or twice", async () => {
		const other: Partial<RouteCall> =
			endpoint.method === "GET"
				? { headers: { key, "x-api-key": key } }
				: { url: `${endpoint.path.replace(/<\w+>/, UNKNOWN_ID)}?KEY=${key}` };
		expect((await send(endpoint, usual(endpoint), other)).status).toBe(401);
		const twice = await send(endpoint, [["KEY", key], ...valid()]);
		expect([twice.status, twice.body]).toEqual([400, refusal("InvalidArgument", "'KEY'")]);
		const wrong = await send(endpoint, [["KEY", "tsk_no"], ["KEY", "tsk_no"], ...usual(endpoint)]);
		expect([wrong.status, wrong.body]).toEqual([401, refusal("Auth", "")]);
	});

	test("refuses an unknown parameter, and a known one in the wrong case", async () => {
		const names = ["color", "__proto__", ...endpoint.parameters.map(({ name }) => name.toUpperCase())];
		for (const name of names) {
			const answer = await send(endpoint, [...valid(), [name, "1"]]);
			expect([name, answer.status, answer.body]).toEqual([
				name,
				400,
				refusal("InvalidArgument", `unknown parameter '${name}'`),
			]);
		}
	});

	if (endpoint.parameters.length > 0) {
		test.each(endpoint.parameters)("parameter $name", async ({ name, required, list, taken, refused }) => {
			const others: Field[] = [["KEY", key], ...usual(endpoint, name)];
			const value = taken[0]?.[1] ?? "";
			const absent = await send(endpoint, others);
			if (required) expect(absent.body).toEqual(refusal("InvalidArgument", `missing required parameter '${name}'`));
			else expect(absent.status).toBe(wellFormed(endpoint));
			const twice = await send(endpoint, [...others, [name, value], [name, value]]);
			if (list) expect(twice.status).toBe(wellFormed(endpoint));
			else expect(twice.body).toEqual(refusal("InvalidArgument", `parameter '${name}' is given more than once`));
			for (const [what, good] of taken) {
				const answer = await send(endpoint, [...others, [name, good]]);
				expect([what, answer.status]).toEqual([what, wellFormed(endpoint)]);
			}
			for (const [what, bad] of [...refused, ["with NUL", `${value}\0`] as const]) {
				const answer = await send(endpoint, [...others, [name, bad]]);
				expect([what, answer.status, answer.body]).toEqual([what, 400, refusal("InvalidArgument", `'${name}'`)]);
			}
		});
	}

	if (endpoint.id !== undefined) {
		test("answers 404 for an unknown and for a malformed id, after its parameters", async () => {
			for (const id of [
				UNKNOWN_ID,
				"1",
				"null",
				"7f1f7f4e6a524b8e8b1a0d7a5a0f3c11",
				`${UNKNOWN_ID}x`,
				"x".repeat(5_000),
			]) {
				const answer = await send(endpoint, valid(), {}, id);
				expect([id.slice(0, 40), answer.status, answer.body]).toEqual([
					id.slice(0, 40),
					404,
					refusal("NotFound", "not found"),
				]);
				const wrong = await send(endpoint, [...valid(), ["color", "red"]], {}, id);
				expect(wrong.status).toBe(400);
			}
		});
	}

	if (endpoint.method === "POST") {
		test("takes nothing but form data", async () => {
			const fields = new URLSearchParams(valid().map(([name, value]) => [name, value])).toString();
			const sent = (type: string | undefined) => {
				const url = endpoint.path.replace(/<\w+>/, UNKNOWN_ID);
				const params = { [endpoint.id ?? ""]: UNKNOWN_ID };
				// A body of bytes: text would get a type by itself.
				const body = new TextEncoder().encode(fields);
				const headers = type === undefined ? {} : { headers: { "content-type": type } };
				return callRoute(endpoint.handler, { method: "POST", url, params, body, ...headers });
			};
			for (const type of ["application/x-www-form-urlencoded;charset=UTF-8", "Application/X-WWW-Form-Urlencoded"]) {
				expect([type, (await sent(type)).status]).toEqual([type, 404]);
			}
			for (const type of [undefined, "application/json", "multipart/form-data; boundary=x", "text/plain", "nonsense"]) {
				const answer = await sent(type);
				expect([type, answer.status, answer.body]).toEqual([type, 415, refusal("UnsupportedMediaType", "urlencoded")]);
			}
		});

		test("takes no parameter in the query string, and no body without KEY", async () => {
			const [first] = endpoint.parameters;
			const url = `${endpoint.path.replace(/<\w+>/, UNKNOWN_ID)}?${first?.name ?? "x"}=1`;
			const answer = await send(endpoint, valid(), { url });
			expect([answer.status, answer.body]).toEqual([400, refusal("InvalidArgument", `'${first?.name ?? "x"}'`)]);
			expect((await send(endpoint, [])).status).toBe(401);
		});

		test("is run once for an Idempotency-Key, of each caller by themselves", async () => {
			const once = { headers: { "idempotency-key": `once ${endpoint.path}`.replaceAll(" ", "-") } };
			const first = await send(endpoint, valid(), once);
			const again = await send(endpoint, valid(), once);
			expect([first.status, again.status, again.body]).toEqual([404, 404, first.body]);
			const replayed = ({ headers }: { headers: Headers }) => headers.get("idempotency-replayed");
			expect([replayed(first), replayed(again)]).toEqual([null, "true"]);
			const another = await send(endpoint, [...valid(), ["color", "red"]], once);
			expect([another.status, another.body]).toEqual([422, refusal("IdempotencyMismatch", "another request")]);
			const other = await issueKey(service, world.designer, ["manage"]);
			const byAnother = await send(endpoint, [["KEY", other], ...usual(endpoint)], once);
			expect([byAnother.status, replayed(byAnother)]).toEqual([404, null]);
		});

		test("refuses a revision or digest that is malformed where it minds them", async () => {
			const told = async (name: string, value: string) => {
				const { status, body } = await send(endpoint, valid(), { headers: { [name]: value } });
				return [status, body.message];
			};
			const minds = { revision: endpoint.id === "deployment_id", digest: endpoint.path.endsWith("/activate") };
			const expected = (minded: boolean, text: string) =>
				minded ? [400, expect.stringContaining(text)] : [404, expect.stringContaining("not found")];
			expect(await told("if-match", "yesterday")).toEqual(expected(minds.revision, "If-Match"));
			for (const digest of ["", "yesterday", "0".repeat(64), `sha256:${"0".repeat(63)}`, `"sha256:${"0".repeat(64)}`]) {
				expect([digest, await told("x-build-digest", digest)]).toEqual([
					digest,
					expected(minds.digest, "X-Build-Digest"),
				]);
			}
		});
	}

	test("refuses broken encodings, and more parameters than anybody sends", async () => {
		const raw = async (encoded: string) => {
			const path = endpoint.path.replace(/<\w+>/, UNKNOWN_ID);
			const get = endpoint.method === "GET";
			return send(endpoint, [], get ? { url: `${path}?KEY=${key}&${encoded}` } : { form: `KEY=${key}&${encoded}` });
		};
		for (const [what, encoded] of [
			["a broken percent-encoding", "q=%zz"],
			["a percent sign at the end", "q=%"],
			["broken UTF-8", "q=%c3%28"],
			["half a surrogate pair", "q=%ed%a0%80"],
			["an overlong encoding", "q=%c0%af"],
			["a broken name", "%ff=1"],
			["10,000 parameters", Array.from({ length: 10_000 }, (_, index) => `p${index}=1`).join("&")],
		] as const) {
			const answer = await raw(encoded);
			expect([what, answer.status, answer.body]).toEqual([what, 400, refusal("InvalidArgument", "")]);
		}
	});
});

describe("bounds that belong together", () => {
	const ask = (title: string, fields: readonly Field[]) => {
		const endpoint = ENDPOINTS.find((line) => line.title === title);
		if (endpoint === undefined) throw new Error(`${title} is in no table.`);
		return send(endpoint, [["KEY", key], ...fields]);
	};
	test.each([
		["List Builds", "min_size", "max_size"],
		["List Deployments", "min_size", "max_size"],
		["List Deployments", "start_date", "end_date"],
	])("%s: %s beyond %s", async (title, lower, upper) => {
		const fields = (least: string, most: string): Field[] => [
			[lower, least],
			[upper, most],
		];
		const answer = await ask(title, fields("2", "1"));
		expect([answer.status, answer.body]).toEqual([400, refusal("InvalidArgument", `'${lower}' must not be`)]);
		expect((await ask(title, fields("1", "1"))).status).toBe(200);
	});
});

test("paths that are in no table answer the JSON 404", async () => {
	for (const url of ["/targeting", "/targeting/", "/targeting/nothing", "/targeting/designs/x/y/z"]) {
		const answer = await callRoute(unknownPath, { url });
		expect([url, answer.status, answer.body]).toEqual([url, 404, refusal("NotFound", "resource not found")]);
	}
});
