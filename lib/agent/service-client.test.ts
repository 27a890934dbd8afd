import { createServer, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { closeServer, listen } from "@/lib/agent/http/listen";
import { type AgentReport, ServiceClient } from "@/lib/agent/service-client";

const SHA256 = "0123456789abcdef".repeat(4);
const BUILD = { filePath: "/api/builds/1/file", sha256: SHA256 };
const OPT_OUTS = { filePath: `/api/agent/opt-outs/${SHA256}`, sha256: SHA256 };
const REPORT: AgentReport = {
	instance_id: "i",
	version: "1",
	tags: [],
	memory_used: 0,
	memory_limit: 1,
	deployments: [],
	matches: { run_id: "r", number: 1, counts: [{ deployment_id: "d", matches: 7 }] },
};
const { matches: _, ...WITHOUT_MATCHES } = REPORT;
const IDLE_MS = 600_000;

let server: Server;
let url = "";
let client: ServiceClient;
let answer: (response: ServerResponse, path: string) => void;
let alive = 0;

beforeEach(async () => {
	server = createServer((asked, response) => void asked.resume().on("end", () => answer(response, asked.url ?? "")));
	url = await listen(server, "127.0.0.1", 0);
	client = new ServiceClient(url, "tsa_1");
	alive = 0;
	client.on("alive", () => {
		alive += 1;
	});
});

afterEach(async () => {
	client.close();
	await closeServer(server, 0);
});

const { signal } = new AbortController();
const CALLS: Readonly<Record<string, () => Promise<unknown>>> = {
	"the first poll": () => client.fetchDeployments(null, 0, IDLE_MS, signal),
	"a poll that waits": () => client.fetchDeployments('"1"', 25, IDLE_MS, signal),
	"a report of matches": () => client.sendReport(REPORT, IDLE_MS, signal),
	"a report without matches": () => client.sendReport(WITHOUT_MATCHES, IDLE_MS, signal),
	"a file": () => client.openFile(BUILD, 0, signal),
	"a file of the store": () => client.openFile(BUILD, 0, signal, { follows: true }),
	"the rest of a file": () => client.openFile(BUILD, 5, signal),
	"the list of opt-outs": () => client.openFile(OPT_OUTS, 0, signal),
};
const WAITS = "a poll that waits";

const json = { "Content-Type": "application/json" };
const html = { "Content-Type": "text/html; charset=utf-8" };
const sending =
	(status: number, headers: Record<string, string>, body = "") =>
	(response: ServerResponse): void =>
		void response.writeHead(status, headers).end(body);
const envelope = (status: number, body: object) => sending(status, json, JSON.stringify({ version: 4, ...body }));

const FOREIGN: readonly [string, typeof answer, string][] = [
	["a page with 200", sending(200, html, "<p>Sign in</p>"), "answered with a page (200)"],
	["a page with 206", sending(206, { ...html, "Content-Range": "bytes 5-9/10" }, "<p>"), "answered with a page (206)"],
	["a page with 400", sending(400, html, "<p>Bad request</p>"), "answered with a page (400)"],
	["a page with 401", sending(401, html, "<p>Sign in</p>"), "answered with a page (401)"],
	["a page with 403", sending(403, html, "<p>Blocked</p>"), "answered with a page (403)"],
	["a page with 416", sending(416, { ...html, ETag: '"5f-1"' }, "<p>"), "answered with a page (416)"],
	["a page with 502", sending(502, html, "<p>Bad gateway</p>"), "answered with a page (502)"],
	["the way to a page", sending(302, { Location: "https://portal.example/login" }), "answered in its place (302)"],
	["JSON without envelope", sending(200, json, '{"status":"OK","response":{}}'), "answered in its place (200)"],
	["JSON that refuses without one", sending(403, json, '{"message":"no"}'), "answered in its place (403)"],
	[
		"an envelope that refuses with 200",
		envelope(200, { status: "error", message: "no" }),
		"answered in its place (200)",
	],
	["what is no JSON", sending(200, json, "OK"), "answered in its place (200)"],
	["a text", sending(200, { "Content-Type": "text/plain" }, "OK"), "answered in its place (200)"],
	["nothing", sending(204, {}), "answered in its place (204)"],
	["nothing new", sending(304, { ETag: '"1"' }), "answered in its place (304)"],
];

describe.each(Object.entries(CALLS))("%s", (name, call) => {
	test.each(FOREIGN.filter(([what]) => name !== WAITS || what !== "nothing new"))(
		"takes %s for no answer of the service",
		async (_what, foreign, problem) => {
			answer = foreign;
			await expect(call()).rejects.toThrow(`something in front of the service ${problem}`);
			expect(alive).toBe(0);
		},
	);

	test("takes the service's refusals for what they are", async () => {
		answer = envelope(403, { status: "error", error_type: "Forbidden", message: "it is revoked" });
		await expect(call()).rejects.toThrow("the service rejected the agent key (403: it is revoked): check AGENT_KEY");
		answer = envelope(429, { status: "error", error_type: "Throttled", message: "later" });
		await expect(call()).rejects.toThrow("the service answered with status 429: later");
		expect(alive).toBe(2);
		answer = envelope(503, { status: "error", error_type: "Unavailable", message: "soon" });
		await expect(call()).rejects.toThrow("the service answered with status 503: soon");
		expect(alive).toBe(2);
	});

	test("names the address to which the service has moved", async () => {
		answer = (response, path) =>
			void response.writeHead(308, { Location: `https://targeting.example.com${path}` }).end();
		await expect(call()).rejects.toThrow(
			"the service is at another address (308): --server must be that of https://targeting.example.com",
		);
	});
});

test("the service's own answers are taken", async () => {
	const body = { version: 4, status: "OK", response: { data: [] } };
	answer = sending(200, { ...json, ETag: '"2"' }, JSON.stringify(body));
	expect(await CALLS["the first poll"]?.()).toEqual({ etag: '"2"', body, traceparent: undefined });
	answer = sending(304, { ETag: '"1"' });
	expect(await CALLS[WAITS]?.()).toBeNull();
	answer = envelope(200, { status: "OK", response: {} });
	await client.sendReport(REPORT, IDLE_MS, signal);
	// A proxy may call the file's tag a weak one.
	answer = sending(200, { ETag: `W/"sha256:${SHA256}"` }, "bytes");
	expect(await text(await client.openFile(BUILD, 0, signal))).toBe("bytes");
	answer = sending(307, { "Preference-Applied": "signed-url", Location: "https://store.example/1" });
	expect((await client.openFile(BUILD, 0, signal, { follows: true })).statusCode).toBe(307);
	expect(alive).toBe(5);
});
