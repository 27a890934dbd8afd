import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { buildRequest, fetchArguments, type PlainRequest } from "./build-request";
import type { OpenApiDocument } from "./document";
import { type Draft, draftFields, fieldProblem, jsonProblem } from "./draft";
import type { Operation } from "./operations";
import { curlOf, javascriptOf } from "./snippets";
import { fileNameOf, laidOut } from "./try-operation";

const SERVER = "https://service.example:8443";
const HOSTILE = [
	"it's",
	`"quoted" and 'single'`,
	"two\nlines",
	"$HOME `id` $(id) \\ !!",
	"@/etc/passwd",
	"ünïcödé 🎯 日本",
	"--output x",
	"a&b=c#d%20?e",
	"; rm -rf /",
	" blanks at both ends ",
	"{a,b}[1-3]*",
];

/** Splits a command as a shell would, into the arguments of curl. */
function argumentsOf(command: string): string[] {
	const script = `curl() { printf '%s\\0' "$@"; }\n${command}\n`;
	const out = execFileSync("sh", ["-c", script], {
		env: { ...process.env, TARGETING_KEY: "tsk_secret" },
		encoding: "utf8",
	});
	return out.split("\0").slice(0, -1);
}

const request = (part: Partial<PlainRequest>): PlainRequest => ({
	method: "GET",
	url: `${SERVER}/targeting/designs`,
	query: [],
	headers: [],
	body: { kind: "none" },
	credential: "none",
	...part,
});

describe("a curl command", () => {
	test.each(HOSTILE)("gives curl each value as it is: %j", (value) => {
		expect(argumentsOf(curlOf(request({ query: [["q", value]], credential: "query" })))).toEqual([
			`${SERVER}/targeting/designs`,
			"--get",
			"--data-urlencode",
			`q=${value}`,
			"--data-urlencode",
			"KEY=tsk_secret",
		]);
		const form = request({ method: "POST", body: { kind: "form", fields: [["message", value]] }, credential: "form" });
		expect(argumentsOf(curlOf(form)).slice(1)).toEqual([
			"--data-urlencode",
			`message=${value}`,
			"--data-urlencode",
			"KEY=tsk_secret",
		]);
		const json = request({
			method: "PUT",
			body: { kind: "text", text: value },
			credential: "bearer",
			headers: [["X-A", value]],
		});
		expect(argumentsOf(curlOf(json)).slice(1)).toEqual([
			"--request",
			"PUT",
			"--header",
			`X-A: ${value}`,
			"--header",
			"Authorization: Bearer tsk_secret",
			"--data-raw",
			value,
		]);
	});

	test("keeps a query beside a body, follows events, keeps files", () => {
		const upload = request({
			method: "PUT",
			query: [["reason", "a b"]],
			body: { kind: "file", file: new File(["x"], "it's.bin") },
		});
		expect(argumentsOf(curlOf(upload))).toEqual([
			`${SERVER}/targeting/designs?reason=a+b`,
			"--request",
			"PUT",
			"--data-binary",
			"@it's.bin",
		]);
		expect(argumentsOf(curlOf(request({}), { streams: true })).slice(1)).toEqual(["--no-buffer"]);
		expect(argumentsOf(curlOf(request({}), { file: "file.bin" })).slice(1)).toEqual(["--output", "file.bin"]);
		expect(argumentsOf(curlOf(request({ method: "POST", body: { kind: "form", fields: [] } }))).slice(1)).toEqual([
			"--data",
			"",
		]);
		expect(argumentsOf(curlOf(request({ method: "DELETE" }))).slice(1)).toEqual(["--request", "DELETE"]);
	});
});

/** Runs a snippet with a `fetch` that answers with its own arguments. */
async function fetched(code: string) {
	const calls: { url: string; init: RequestInit | undefined }[] = [];
	const run = new Function("fetch", "process", "console", `return (async () => {${code}})()`);
	const answer = async (url: string, init?: RequestInit) => {
		calls.push({ url: String(url), init });
		return { status: 200, text: async () => "" };
	};
	await run(answer, { env: { TARGETING_KEY: "tsk_secret" } }, { log: () => undefined });
	const [call] = calls;
	if (call === undefined) throw new Error("nothing was fetched");
	return call;
}

test.each(HOSTILE)("a program of JavaScript sends each value as it is: %j", async (value) => {
	const { url } = await fetched(javascriptOf(request({ query: [["q", value]], credential: "query" })));
	expect([...new URL(url).searchParams]).toEqual([
		["q", value],
		["KEY", "tsk_secret"],
	]);
	const form = request({ method: "POST", body: { kind: "form", fields: [["message", value]] }, credential: "form" });
	const { init } = await fetched(javascriptOf(form));
	expect([...new URLSearchParams(init?.body as URLSearchParams)]).toEqual([
		["message", value],
		["KEY", "tsk_secret"],
	]);
	const json = request({ method: "PATCH", body: { kind: "text", text: value }, credential: "bearer" });
	expect((await fetched(javascriptOf(json))).init).toEqual({
		method: "PATCH",
		headers: { Authorization: "Bearer tsk_secret" },
		body: value,
	});
});

const operation: Operation = {
	id: "tag",
	method: "POST",
	path: "/targeting/deployments/{deployment_id}/tag",
	summary: "Tag",
	description: "",
	api: "",
	group: "",
	changesData: true,
	credentials: [],
	parameters: [
		{ name: "deployment_id", in: "path", required: true, schema: { type: "string" } },
		{ name: "If-Match", in: "header", schema: { type: "string" } },
	],
	body: [
		{
			type: "application/x-www-form-urlencoded",
			schema: {
				type: "object",
				required: ["tags"],
				properties: { tags: { type: "string" }, message: { type: "string" }, KEY: { type: "string" } },
			},
		},
	],
	answers: [],
};

describe("the request of a draft", () => {
	const fields = draftFields({ components: {} } as OpenApiDocument, operation);
	const draft: Draft = { fields: {}, text: "", file: null, contentType: "", credential: "key" };

	test.each(HOSTILE)("keeps %j in its place of the path", (value) => {
		const { url } = buildRequest(operation, fields, { ...draft, fields: { "path deployment_id": value } }, SERVER);
		const [, , , id, action, ...more] = new URL(url).pathname.split("/");
		expect([decodeURIComponent(id ?? ""), action, more, new URL(url).search]).toEqual([value, "tag", [], ""]);
	});

	test("sends required fields even when empty, others only with a value, and the key in the form alone", () => {
		const filled = { ...draft, fields: { "path deployment_id": "x", "form tags": "", "form message": "" } };
		const [url, init] = fetchArguments(buildRequest(operation, fields, filled, SERVER), "tsk_secret");
		expect(url).toBe(`${SERVER}/targeting/deployments/x/tag`);
		expect([...(init.body as URLSearchParams)]).toEqual([
			["tags", ""],
			["KEY", "tsk_secret"],
		]);
		expect(init).toMatchObject({ method: "POST", credentials: "omit" });
	});

	test("the session is sent if chosen, without a key", () => {
		const filled = { ...draft, credential: "session" as const, fields: { "header If-Match": '"3"' } };
		const [, init] = fetchArguments(buildRequest(operation, fields, filled, SERVER), "tsk_secret");
		expect(init.credentials).toBe("same-origin");
		expect([...(init.headers as Headers)]).toEqual([["if-match", '"3"']]);
		expect([...(init.body as URLSearchParams)]).toEqual([["tags", ""]]);
	});

	test("fields that cannot be sent have a problem", () => {
		const problems = (name: string, value: string) => {
			const field = fields.find((each) => each.name === name);
			return field && fieldProblem(field, value);
		};
		for (const steps of ["", ".", "..", "%2e%2E"]) expect(problems("deployment_id", steps)).toEqual(expect.any(String));
		expect(problems("deployment_id", "...")).toBeNull();
		expect(problems("If-Match", "a\nb")).toEqual(expect.any(String));
		expect(problems("If-Match", "日本")).toEqual(expect.any(String));
		expect(problems("If-Match", '"3"')).toBeNull();
		expect(problems("tags", "")).toBeNull();
		expect([jsonProblem("{"), jsonProblem("{}")]).toEqual([expect.stringContaining("not JSON"), null]);
	});
});

test("JSON answers are formatted, and files have the service's name", () => {
	expect(laidOut('{"a":1}', "application/json")).toBe('{\n  "a": 1\n}');
	expect(laidOut("{broken", "application/json")).toBe("{broken");
	expect(laidOut("a,b", "text/csv")).toBe("a,b");
	expect(fileNameOf('attachment; filename="a b.csv"', "https://x/y")).toBe("a b.csv");
	expect(fileNameOf("attachment; filename=a.csv", "https://x/y")).toBe("a.csv");
	const named = `attachment; filename="Caf_.tgt"; filename*=UTF-8''Caf%C3%A9%20%28x%29.tgt`;
	expect(fileNameOf(named, "https://x/y")).toBe("Café (x).tgt");
	expect(fileNameOf(null, "https://x/api/builds/1/file?KEY=2")).toBe("file");
});
