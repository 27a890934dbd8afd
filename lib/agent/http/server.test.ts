import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Agent } from "@/lib/agent/agent";
import { AgentFixture, ask } from "@/lib/agent/testing/agent-fixture";
import { audienceFile, proximityFile } from "@/lib/agent/testing/targeting-files";

const TOWER = { latitude: 48.8584, longitude: 2.2945, radius: 200 };
const WIDE = { latitude: 48.8584, longitude: 2.2945, radius: 20_000 };
const DEVICE = "6d92078a-8246-4ba7-aba7-76104862e5c9";
const OTHER = "11111111-2222-3333-4444-555555555555";
const SHA1 = "b1fac7f3e64d659c2fb0c112d56735aac459ca5b";
const SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const ZERO = "00000000-0000-0000-0000-000000000000";
const POINTS = "/geopulse/proximity/indices";
const DEVICES = "/geopulse/audience/sets";
const AT_TOWER = `${POINTS}?latitude=48.8584&longitude=2.2945`;

let fixture: AgentFixture;
let agent: Agent;

beforeAll(async () => {
	fixture = await AgentFixture.create();
	const { service } = fixture;
	service.activate(
		service.row(await proximityFile({ tower: [TOWER], paris: [WIDE] }), {
			deployment_id: "p1",
			design_id: "design-1",
			design_name: "Landmarks",
		}),
		service.row(await proximityFile({ 'again "quoted"': [TOWER] }), { deployment_id: "p2" }),
		service.row(await audienceFile({ gym: [DEVICE, OTHER], runners: [DEVICE] }), {
			deployment_id: "a1",
			type: "audience",
		}),
		service.row(await audienceFile({ hashed: [SHA1] }, "sha1"), { deployment_id: "a2", type: "audience" }),
		service.row(await audienceFile({ "New York": [SHA256] }, "sha256"), { deployment_id: "a3", type: "audience" }),
		service.row(Buffer.alloc(2000), { deployment_id: "r", size: 2e9, design_name: "Too large" }),
	);
	agent = await fixture.startAgent();
	await agent.whenSynced();
});

afterAll(() => fixture.stop());

const codes = (rows: unknown) => (rows as { targetingCode: string }[]).map(({ targetingCode }) => targetingCode);
const post = (body: unknown) => ({ method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) });

/** Sends raw bytes and returns the whole response. */
async function raw(request: string): Promise<string> {
	const socket = connect(Number(new URL(agent.url).port), "127.0.0.1");
	let answer = "";
	socket.setEncoding("utf8").on("data", (text: string) => {
		answer += text;
	});
	socket.write(request);
	await once(socket, "close");
	return answer;
}

describe("lookups", () => {
	test("return every matching set of every file, in a stable order", async () => {
		const rows = await ask(agent, AT_TOWER);
		expect(codes(rows)).toEqual(["tower", "paris", 'again "quoted"']);
		expect((rows as unknown[])[0]).toEqual({
			designName: "Landmarks",
			designId: "design-1",
			targetingCode: "tower",
			deploymentId: "p1",
			setId: "set-tower",
		});
	});

	test.each([
		[`${POINTS}?latitude=48.9&longitude=2.3`, ["paris"]],
		[`${POINTS}?longitude=2.2945&latitude=%2B48.8584&source=x`, ["tower", "paris", 'again "quoted"']],
		[`${POINTS}/?latitude=0&longitude=0`, []],
		[`${POINTS}?latitude=90&longitude=180`, []],
		[`${POINTS}?latitude=-90&longitude=-180`, []],
		[`${DEVICES}?user-id=${DEVICE}`, ["gym", "runners"]],
		[`${DEVICES}?user-id=${DEVICE.replaceAll("-", "").toUpperCase()}`, ["gym", "runners"]],
		[`${DEVICES}?user-id=${OTHER}`, ["gym"]],
		[`${DEVICES}?user-id=${SHA1}`, ["hashed"]],
		[`${DEVICES}?user-id=${SHA256}`, ["New York"]],
		[`${DEVICES}?user-id=${SHA256.toUpperCase()}`, ["New York"]],
		[`${DEVICES}?user-id={${DEVICE}}`, ["gym", "runners"]],
		[`${DEVICES}?user-id=urn:uuid:${DEVICE}`, ["gym", "runners"]],
		[`${DEVICES}?user-id=${"0".repeat(64)}`, []],
		[`${DEVICES}?user-id={${ZERO}}`, []],
		[`${DEVICES}?user-id=${ZERO}`, []],
		[`${DEVICES}?user-id=99999999-2222-3333-4444-555555555555`, []],
		[`${DEVICES}/set-runners?user-id=${DEVICE}`, ["runners"]],
		[`${DEVICES}/SET-gym/?user-id=${DEVICE}`, ["gym"]],
		[`${DEVICES}/set-runners?user-id=${OTHER}`, []],
		[`${DEVICES}/set-unknown?user-id=${DEVICE}`, []],
	])("%s gives %j", async (path, expected) => {
		expect(codes(await ask(agent, path))).toEqual(expected);
	});

	test("of batches return results in request order", async () => {
		const points = await ask(agent, POINTS, post([TOWER, { latitude: 0, longitude: 0 }, { ...TOWER, latitude: 48.9 }]));
		expect((points as unknown[]).map(codes)).toEqual([["tower", "paris", 'again "quoted"'], [], ["paris"]]);
		const people = await ask(agent, DEVICES, post([OTHER, ZERO, DEVICE, SHA1, SHA256]));
		expect((people as unknown[]).map(codes)).toEqual([["gym"], [], ["gym", "runners"], ["hashed"], ["New York"]]);
		expect(await ask(agent, POINTS, post([]))).toEqual([]);
	});

	test("accept 1,000 points at once", async () => {
		const answer = await ask(agent, POINTS, post(Array.from({ length: 1000 }, () => TOWER)));
		expect(answer).toHaveLength(1000);
	});

	test("HEAD returns the headers of GET and no body", async () => {
		const [head, get] = await Promise.all([
			fetch(agent.url + AT_TOWER, { method: "HEAD" }),
			fetch(agent.url + AT_TOWER),
		]);
		expect(head.status).toBe(200);
		expect(head.headers.get("content-length")).toBe(get.headers.get("content-length"));
		expect(head.headers.get("content-type")).toBe("application/json; charset=utf-8");
		expect(await head.text()).toBe("");
		await get.text();
	});
});

describe("bad requests", () => {
	const LONG = "1".repeat(9000);
	const MANY = Array.from({ length: 1001 }, () => TOWER);
	test.each<[string, string, RequestInit, number, RegExp]>([
		["no parameter", POINTS, {}, 400, /^latitude is missing/],
		["no longitude", `${POINTS}?latitude=1`, {}, 400, /^longitude is missing/],
		["an empty longitude", `${POINTS}?latitude=1&longitude=`, {}, 400, /^longitude is missing/],
		["a latitude out of range", `${POINTS}?latitude=90.1&longitude=0`, {}, 400, /^latitude must be a number/],
		["a longitude out of range", `${POINTS}?latitude=0&longitude=-180.5`, {}, 400, /^longitude must be a number/],
		["a latitude that is not a number", `${POINTS}?latitude=abc&longitude=0`, {}, 400, /^latitude must be/],
		[
			"a repeated latitude",
			`${POINTS}?latitude=1&latitude=1&longitude=0`,
			{},
			400,
			/^latitude is given more than once/,
		],
		["broken percent-encoding", `${POINTS}?latitude=%zz&longitude=0`, {}, 400, /^latitude must be percent-encoded/],
		["broken UTF-8", `${DEVICES}?user-id=%ff`, {}, 400, /^user-id must be percent-encoded/],
		["no user-id", DEVICES, {}, 400, /^user-id is missing/],
		["an empty user-id", `${DEVICES}/set-gym?user-id=`, {}, 400, /^user-id is missing/],
		["a malformed user-id", `${DEVICES}?user-id=me`, {}, 400, /^user-id must be a device id/],
		["a body that is not JSON", POINTS, post("[{"), 400, /^the body must be a JSON array/],
		["an empty body", POINTS, post(""), 400, /^the body must be a JSON array/],
		["a body of one object", POINTS, post(TOWER), 400, /^the body must be a JSON array/],
		[
			"a body that is not UTF-8",
			DEVICES,
			{ method: "POST", body: new Uint8Array([91, 34, 255, 34, 93]) },
			400,
			/UTF-8/,
		],
		["a compressed body", DEVICES, { ...post([]), headers: { "Content-Encoding": "gzip" } }, 415, /Content-Encoding/],
		["too many points", POINTS, post(MANY), 400, /at most 1000 items, and has 1001/],
		["a pair of numbers", POINTS, post([[1, 2]]), 400, /^item 0 must be an object with latitude and longitude/],
		["a null point", POINTS, post([TOWER, null]), 400, /^item 1 must be an object/],
		["a point without longitude", POINTS, post([TOWER, { latitude: 1 }]), 400, /^item 1: longitude is missing/],
		["a latitude in quotes", POINTS, post([{ latitude: "1", longitude: 1 }]), 400, /^item 0: latitude must be/],
		["a latitude out of range in a batch", POINTS, post([{ latitude: 91, longitude: 1 }]), 400, /^item 0: latitude/],
		["an id that is not a string", DEVICES, post([DEVICE, 7]), 400, /^item 1: user-id must be a device id/],
		["a huge body", DEVICES, post(`["${"a".repeat(3e6)}"]`), 413, /at most 1048576 bytes/],
		["a long address", `${DEVICES}?user-id=${LONG}`, {}, 414, /at most 8192/],
		["an unknown path", "/geopulse", {}, 404, /nothing at this path/],
		["the root", "/", {}, 404, /nothing at this path/],
		["a malformed path", "/%zz", {}, 404, /nothing at this path/],
		["DELETE", AT_TOWER, { method: "DELETE" }, 405, /DELETE is not served/],
		["PUT of a body", POINTS, { method: "PUT", body: "[]" }, 405, /PUT is not served/],
		["POST to one set", `${DEVICES}/set-gym`, post([DEVICE]), 405, /POST is not served/],
		["POST to the status", "/zz/status", post([]), 405, /POST is not served/],
	])("%s: %s", async (_name, path, init, status, error) => {
		const response = await fetch(agent.url + path, init);
		expect(response.status).toBe(status);
		expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
		expect(await response.json()).toEqual({ error: expect.stringMatching(error) });
	});

	test.each([
		[POINTS, "GET, HEAD, POST, OPTIONS"],
		[`${DEVICES}/set-gym`, "GET, HEAD, OPTIONS"],
		["/ready", "GET, HEAD, OPTIONS"],
	])("405 and OPTIONS of %s list the allowed methods", async (path, allow) => {
		const refused = await fetch(agent.url + path, { method: "PATCH" });
		expect([refused.status, refused.headers.get("allow")]).toEqual([405, allow]);
		await refused.text();
		const options = await fetch(agent.url + path, { method: "OPTIONS" });
		expect([options.status, options.headers.get("allow")]).toEqual([204, allow]);
	});

	test.each([
		["a large head", `GET /ready HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, "431"],
		["invalid HTTP", "hello\r\n\r\n", "400"],
		[
			"a body with two Content-Lengths",
			"POST /ready HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na",
			"400",
		],
		["CONNECT", "CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n", "405"],
	])("%s gets a JSON response too", async (_name, request, status) => {
		const answer = await raw(request);
		expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
		expect(answer).toContain("Content-Type: application/json");
		expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4))).toEqual({ error: expect.any(String) });
	});

	test("a chunked body above the limit is rejected, and the connection serves the next request", async () => {
		const chunk = `10000\r\n${"a".repeat(0x10000)}\r\n`;
		const head = `POST ${DEVICES} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`;
		const next = "GET /ready HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
		const answer = await raw(`${head}${chunk.repeat(20)}0\r\n\r\n${next}`);
		expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 200"]);
	});

	test("the connection of a CONNECT ends, also of a client that goes on sending", async () => {
		const socket = connect({ port: Number(new URL(agent.url).port), host: "127.0.0.1", allowHalfOpen: true });
		socket.on("error", () => undefined).resume();
		socket.write("CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n");
		await once(socket, "end");
		// The first write is answered by a reset, which the next one finds.
		const isGone = () => !socket.write("more") && socket.destroyed;
		await expect.poll(isGone).toBe(true);
	});

	test("an aborted request does not affect the next", async () => {
		const socket = connect(Number(new URL(agent.url).port), "127.0.0.1");
		const part = `POST ${POINTS} HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n[`;
		await new Promise((resolve) => socket.write(part, resolve));
		socket.destroy();
		expect(codes(await ask(agent, AT_TOWER))).toHaveLength(3);
	});
});

describe("monitoring", () => {
	test("GET /zz/status has the shape of the original", async () => {
		const status = (await ask(agent, "/zz/status")) as Record<string, Record<string, unknown>>;
		expect(Object.keys(status)).toEqual(["proximity", "audience"]);
		expect(status.proximity).toMatchObject({
			p1: {
				requiredMemory: expect.any(Number),
				state: "OK",
				indices: [
					{
						designName: "Landmarks",
						designId: "design-1",
						targetingCodes: ["tower", "paris"],
						requester: "designer@example.com",
					},
				],
			},
			r: {
				requiredMemory: 2800,
				state: "REFUSED",
				error: expect.stringContaining("needs 2800000000 bytes"),
				indices: [{ designName: "Too large", targetingCodes: [] }],
			},
		});
		expect(status.audience?.sets).toMatchObject({ a1: { state: "OK" }, a2: { state: "OK" } });
	});

	test("GET /ready counts deployments by state", async () => {
		expect(await ask(agent, "/ready")).toEqual({
			ready: true,
			deployments: { pending: 0, downloading: 0, loaded: 5, failed: 0, refused: 1 },
			opt_outs: { revision: null, ids: 0, state: "loaded" },
		});
	});

	test("GET /metrics is Prometheus text", async () => {
		const before = await (await fetch(`${agent.url}/metrics`)).text();
		await ask(agent, POINTS, post([TOWER, { latitude: 0, longitude: 0 }]));
		const response = await fetch(`${agent.url}/metrics`);
		expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
		const after = await response.text();
		const value = (text: string, name: string) => {
			const line = text.split("\n").find((candidate) => candidate.startsWith(`${name} `));
			return Number(line?.slice(name.length + 1));
		};
		const grown = (name: string) => value(after, name) - value(before, name);
		expect(grown('targeting_agent_lookups_total{kind="proximity"}')).toBe(2);
		expect(grown('targeting_agent_matches_total{kind="proximity"}')).toBe(1);
		expect(grown('targeting_agent_request_seconds_count{kind="proximity"}')).toBe(1);
		expect(value(after, 'targeting_agent_loaded_files{kind="audience"}')).toBe(3);
		expect(value(after, 'targeting_agent_deployments{state="refused"}')).toBe(1);
		expect(value(after, "targeting_agent_memory_used_bytes")).toBe(agent.memoryUsed);
		expect(value(after, "targeting_agent_ready")).toBe(1);
		expect(value(after, "targeting_agent_sync_age_seconds")).toBeGreaterThanOrEqual(0);
		for (const line of after.trimEnd().split("\n"))
			expect(line).toMatch(/^(# (HELP|TYPE) |[a-z_]+(\{[^{}]+\})? [\d.e+-]+$)/);
	});
});
