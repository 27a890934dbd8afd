import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import type { AgentPrincipal, Principal } from "@/lib/domain/access/principal";
import { parseEnvironment } from "@/lib/platform/env";
import { type Service, setService } from "@/lib/platform/service";
import { ANY_FILE } from "@/lib/rules/documents/content-type";
import { AuthError } from "@/lib/rules/errors";
import { callRoute } from "@/lib/tools/testing/call-route";
import { documentationOf } from "./documentation";
import { callerOf } from "./request-attributes";
import { managementQuery, publicQuery } from "./route";
import { ADMISSION, EXECUTION, type Passage } from "./route-steps";
import { TOKEN_STEPS } from "./token-route";

const namesOf = (steps: readonly { readonly name: string }[]) => steps.map(({ name }) => name);
const service = {
	settings: parseEnvironment({ GEOFENCES_MAX_BYTES: "5" }),
	now: () => new Date(3_600_000),
} as unknown as Service;

beforeEach(() => setService(service));
afterEach(() => setService(undefined));

test("requests are checked in a fixed order", () => {
	expect([...namesOf(ADMISSION), "(Idempotency-Key)", ...namesOf(EXECUTION)]).toEqual([
		"https",
		"headerCredential",
		"size",
		"type",
		"encoding",
		"syntax",
		"credential",
		"throttle",
		"confirmation",
		"singleKey",
		"(Idempotency-Key)",
		"strayQuery",
		"parameters",
		"expectation",
		"path",
		"operation",
	]);
});

test("requests of the token API are checked in their own order", () => {
	expect(namesOf(TOKEN_STEPS)).toEqual(["https", "key", "throttle", "parameters", "operation"]);
});

/** Takes one step of a request, which finds what the steps before it have left. */
async function take(name: string, passage: Partial<Passage>): Promise<Partial<Passage>> {
	const step = [...ADMISSION, ...EXECUTION].find((each) => each.name === name);
	const attributes = { requestId: "", clientAddress: "", secure: true, origin: "" };
	const whole = { service, attributes, declaration: {}, request: request(), ...passage } as unknown as Passage;
	await step?.(whole);
	return whole;
}

const request = (headers: Record<string, string> = {}, body?: string) =>
	new Request("http://localhost/", body === undefined ? { headers } : { method: "POST", headers, body });
const user = (session?: Principal["session"]) => ({ userId: "ada", session }) as unknown as Principal;
const agent: AgentPrincipal = { agentKeyId: "key", targetId: "target" };

test.each([
	["management", "none", true],
	["management", "form", true],
	["public", "json", true],
	["public", "none", false],
	["product", "json", false],
	["agent", "json", false],
] as const)("plain HTTP is refused to callers who bring a secret: %s, %s", async (caller, bodyKind, refused) => {
	const attributes = { requestId: "", clientAddress: "", secure: false, origin: "" };
	const taken = take("https", { caller, bodyKind, attributes });
	if (refused) await expect(taken).rejects.toThrow("HTTPS required");
	else await expect(taken).resolves.toBeDefined();
	await expect(take("https", { caller, bodyKind })).resolves.toBeDefined();
});

test("a body may be as large as its route says, by number or by setting", async () => {
	const size = (largest: number | string | undefined, headers: Record<string, string> = {}) =>
		take("size", {
			bodyKind: "json",
			declaration: { largest } as unknown as Passage["declaration"],
			request: request({ "content-type": "application/json", ...headers }, '"12345"'),
		});
	await expect(size("GEOFENCES_MAX_BYTES")).rejects.toThrow("at most 5 bytes");
	await expect(size(6)).rejects.toThrow("at most 6 bytes");
	expect((await size(7)).raw).toMatchObject({ size: 7, isUtf8: true });
	expect((await size(undefined)).raw?.bytes).toHaveLength(7);
});

test("a sender who waits to be asked for the body is told at once what is wrong", async () => {
	const waiting = { expect: "100-continue", "content-type": "text/plain" };
	const size = (bodyKind: Passage["bodyKind"], headers: Record<string, string>, thrown?: Error) =>
		take("size", { bodyKind, request: request(headers), ...(thrown === undefined ? {} : { attempt: { thrown } }) });
	await expect(size("json", waiting)).rejects.toThrow("the content type must be");
	await expect(size("none", { ...waiting, "content-encoding": "br" })).resolves.toBeDefined();
	const { expect: _, ...asked } = waiting;
	await expect(size("json", asked)).resolves.toBeDefined();
	const json = { expect: "100-continue", "content-type": "application/json" };
	await expect(size("json", json, new AuthError("no valid credential"))).rejects.toThrow("no valid credential");
	await expect(size("json", asked, new AuthError("no valid credential"))).resolves.toBeDefined();
	const stream = (accepts: string[], type: string, length = "1") =>
		take("size", {
			bodyKind: "stream",
			declaration: { accepts, largest: 5 } as unknown as Passage["declaration"],
			request: request({ expect: "100-continue", "content-type": type, "content-length": length }),
		});
	await expect(stream(["text/csv"], "text/csv")).resolves.toBeDefined();
	await expect(stream(["text/csv"], "text/csv", "6")).rejects.toThrow("at most 5 bytes");
	await expect(stream(["text/csv"], "text/plain")).rejects.toThrow("must be one of text/csv");
	await expect(stream([ANY_FILE], "text/plain")).resolves.toBeDefined();
	await expect(stream([ANY_FILE], "multipart/form-data")).rejects.toThrow();
});

test("a body has no content encoding", async () => {
	const encoding = (bodyKind: Passage["bodyKind"], value: string) =>
		take("encoding", { bodyKind, request: request({ "content-encoding": value }) });
	await expect(encoding("json", "gzip")).rejects.toThrow("the body must have no content encoding");
	await expect(encoding("json", " Identity ")).resolves.toBeDefined();
	await expect(encoding("none", "gzip")).resolves.toBeDefined();
});

test("the caller is who the credential says, and is noted for the log", async () => {
	const own = request();
	const byUser = await take("credential", { caller: "product", request: own, attempt: { principal: user() } });
	expect([byUser.callerId, callerOf(own)]).toEqual(["ada", "ada"]);
	expect((await take("credential", { caller: "agent", attempt: { principal: agent } })).callerId).toBe("key");
	expect((await take("credential", { caller: "public" })).callerId).toBeUndefined();
	await expect(take("credential", { attempt: { thrown: new AuthError("no") } })).rejects.toThrow("no");
});

test("a credential in the header is looked at before a JSON body, KEY after it, and once", async () => {
	const attempt = async (bodyKind: Passage["bodyKind"]) =>
		(await take("headerCredential", { bodyKind, caller: "public" })).attempt;
	expect([await attempt("json"), await attempt("form")]).toEqual([{ principal: undefined }, undefined]);
	await expect(take("singleKey", { keys: ["a", "b"] })).rejects.toThrow("'KEY' is given more than once");
	await expect(take("singleKey", { keys: ["a"] })).resolves.toBeDefined();
	const file = take("credential", { caller: "product or agent", keys: [] });
	await expect(file).rejects.toThrow(/^no valid credential$/);
});

test("calls are counted for people alone, and where there is a limit", async () => {
	const counting = (limit: number) => ({ ...service, settings: { ...service.settings, API_RATE_LIMIT: limit } });
	// Counting would need the database, which this service does not have.
	await expect(take("throttle", { principal: user(), service: counting(1) })).rejects.toThrow();
	await expect(take("throttle", { principal: user(), service: counting(0) })).resolves.toBeDefined();
	await expect(take("throttle", { principal: agent, service: counting(1) })).resolves.toBeDefined();
	await expect(take("throttle", { service: counting(1) })).resolves.toBeDefined();
});

test("sessions are confirmed, and have the second factor, where a route asks for it", async () => {
	const session = (minutes: number, mustAddFactor: boolean) =>
		user({ id: "s", confirmedAt: new Date(3_600_000 - minutes * 60_000), mustAddFactor });
	const confirm = (principal: Passage["principal"], declared: Partial<Passage["declaration"]>) =>
		take("confirmation", {
			...(principal === undefined ? {} : { principal }),
			declaration: declared as Passage["declaration"],
		});
	await expect(confirm(session(4, true), {})).rejects.toThrow("requires a second factor");
	await expect(confirm(session(4, true), { addsFactor: true })).resolves.toBeDefined();
	await expect(confirm(session(5, false), { confirms: true })).rejects.toThrow("confirm that it is you");
	await expect(confirm(session(5, false), {})).resolves.toBeDefined();
	await expect(confirm(session(4, false), { confirms: true })).resolves.toBeDefined();
	for (const other of [user(), agent, undefined])
		await expect(confirm(other, { confirms: true })).resolves.toBeDefined();
});

const anything = z.strictObject({ name: z.string().optional() });
const page = z.strictObject({ ok: z.boolean() });

test("answers are what the route declares, with the headers of every answer", async () => {
	const query = (body: unknown) =>
		publicQuery({ summary: "page", parameters: anything, response: page, run: async () => ({ body }) });
	const answer = await callRoute(query({ ok: true }), { url: "/api/page?name=a" });
	expect([answer.status, answer.body, answer.headers.get("x-request-id")]).toEqual([200, { ok: true }, "test-request"]);
	expect((await callRoute(query({ ok: "yes" }), { url: "/api/page" })).status).toBe(500);
	expect((await callRoute(query({ ok: true }), { url: "/api/page?other=1" })).status).toBe(400);
	const file = publicQuery({
		summary: "file",
		parameters: anything,
		response: page,
		run: async () => new Response("1", { headers: { "Cache-Control": "max-age=5", "X-Request-Id": "other" } }),
	});
	const { headers } = await callRoute(file, { url: "/api/file" });
	expect([headers.get("cache-control"), headers.get("x-request-id")]).toEqual(["max-age=5", "test-request"]);
	expect(headers.get("access-control-allow-origin")).toBe(answer.headers.get("access-control-allow-origin"));
});

test("an answer in detail has parameters of its own, and both are documented", async () => {
	const declaration = {
		summary: "page",
		parameters: anything,
		response: page,
		run: async () => ({ body: { ok: true } }),
	};
	const detailed = {
		parameters: z.strictObject({ q: z.string() }),
		response: page,
		run: async () => ({ body: { ok: false } }),
	};
	expect(documentationOf(managementQuery(declaration, detailed))?.detailed).toBe(detailed);
	expect(documentationOf(managementQuery(declaration))).not.toHaveProperty("detailed");
	const fields = (...named: [string, string][]) => ({ named }) as unknown as Passage["fields"];
	const parameters = (...named: [string, string][]) =>
		take("parameters", { bodyKind: "none", declaration, detailed, fields: fields(...named) } as unknown as Passage);
	expect(await parameters(["detail", "true"], ["q", "a"])).toMatchObject({ isDetailed: true, parameters: { q: "a" } });
	expect(await parameters(["name", "a"])).toMatchObject({ isDetailed: false, parameters: { name: "a" } });
	await expect(parameters(["q", "a"])).rejects.toThrow("unknown parameter 'q' without 'detail=true'");
	await expect(parameters(["other", "a"])).rejects.toThrow(/unknown parameter 'other'$/);
	const operate = (isDetailed: boolean) =>
		take("operation", { declaration, detailed, isDetailed } as unknown as Passage);
	expect((await operate(true)).answer).toMatchObject({ body: { ok: false } });
	expect((await operate(false)).answer).toMatchObject({ status: 200, body: { ok: true } });
});

test("a route reads from the replica where it may and there is one", async () => {
	const readsFrom = async (fromReplica: boolean, replica?: object) => {
		const own = { ...service, prisma: "primary", replica } as unknown as Service;
		const run = async (call: { service: Service }) => ({ body: call.service.prisma });
		const passage = { service: own, declaration: { fromReplica, run } } as unknown as Passage;
		return (await take("operation", passage)).answer;
	};
	const replica = { reader: async () => "replica" };
	expect(await readsFrom(true, replica)).toMatchObject({ body: "replica" });
	for (const primary of [readsFrom(false, replica), readsFrom(true), readsFrom(false)])
		expect(await primary).toMatchObject({ body: "primary" });
});

test("a caller who has left is told so, and nobody else", async () => {
	const failing = (thrown: unknown) =>
		publicQuery({ summary: "page", parameters: anything, run: () => Promise.reject(thrown) });
	const answer = async (thrown: unknown, left: boolean) => {
		const caller = new AbortController();
		const signal = caller.signal;
		if (left) caller.abort("gone");
		const sent = new Request("http://localhost/api/page", { signal });
		return (await failing(thrown)(sent, { params: Promise.resolve({}) })).status;
	};
	const aborted = Object.assign(new Error("aborted"), { name: "AbortError" });
	expect([await answer("gone", true), await answer(aborted, true)]).toEqual([400, 400]);
	const named = { name: "AbortError" };
	expect([await answer(aborted, false), await answer(new Error("x"), true), await answer(named, true)]).toEqual([
		500, 500, 500,
	]);
});
