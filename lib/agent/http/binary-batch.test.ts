import { array, assert, asyncProperty, constantFrom, double, integer, record, tuple, uint8Array } from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Agent } from "@/lib/agent/agent";
import { AgentFixture, ask } from "@/lib/agent/testing/agent-fixture";
import { audienceFile, proximityFile } from "@/lib/agent/testing/targeting-files";
import { optOutBytes } from "@/lib/formats/testing";

const POINTS = "/geopulse/proximity/indices";
const DEVICES = "/geopulse/audience/sets";
const TYPE = "application/vnd.targeting.batch";
const hex = (seed: number, digits: number) => seed.toString(16).padStart(8, "5").repeat(8).slice(0, digits);
const ids = (digits: number, from: number) => Array.from({ length: 20 }, (_, at) => hex(from + at, digits));
const [UUIDS, SHA1, SHA256] = [ids(32, 1), ids(40, 100), ids(64, 200)];

let fixture: AgentFixture;
let agent: Agent;

beforeAll(async () => {
	fixture = await AgentFixture.create();
	const { service } = fixture;
	const circle = (at: number, radius: number) => ({ latitude: 10 + at / 100, longitude: 20, radius });
	const circles = (radius: number) => Array.from({ length: 10 }, (_, at) => circle(at, radius));
	const audience = async (id: string, sets: Record<string, string[]>, kind?: "sha1" | "sha256") =>
		service.row(await audienceFile(sets, kind), { deployment_id: id, type: "audience" });
	service.optOut(await optOutBytes([UUIDS[3] as string, SHA1[4] as string]), 1);
	service.activate(
		service.row(await proximityFile({ near: circles(300), far: circles(900) }), { deployment_id: "p1" }),
		service.row(await proximityFile({ "caf\u00e9": circles(600) }), {
			deployment_id: "p2",
			design_name: "Caf\u00e9 \u{1f600}",
		}),
		await audience("a1", { all: UUIDS.slice(0, 10), some: UUIDS.slice(0, 5) }),
		await audience("a2", { others: UUIDS.slice(3, 12) }),
		await audience("a3", { sha1: SHA1.slice(0, 10) }, "sha1"),
		await audience("a4", { sha256: SHA256.slice(0, 10) }, "sha256"),
	);
	agent = await fixture.startAgent();
	await agent.whenSynced();
});
afterAll(() => fixture.stop());

function batchOf(kind: number, count: number, items: Uint8Array): Buffer {
	const head = Buffer.alloc(16);
	head.write("TGB1");
	head.writeUInt32LE(kind, 4);
	head.writeUInt32LE(count, 8);
	return Buffer.concat([head, items]);
}

type Point = { readonly latitude: number; readonly longitude: number };
const batchOfPoints = (points: readonly Point[]) =>
	batchOf(
		1,
		points.length,
		new Uint8Array(Float64Array.from(points.flatMap(({ latitude, longitude }) => [latitude, longitude])).buffer),
	);
const batchOfIds = (bytes: number, list: readonly string[]) =>
	batchOf(bytes, list.length, Buffer.from(list.join(""), "hex"));

const send = (path: string, body: Uint8Array<ArrayBuffer> | Buffer, type = TYPE) =>
	fetch(agent.url + path, { method: "POST", body: Uint8Array.from(body), headers: { "Content-Type": type } });

/** Reads an answer as lib/agent/README.md describes it. */
async function answerTo(path: string, body: Buffer): Promise<unknown[][]> {
	const response = await send(path, body);
	expect([response.status, response.headers.get("content-type")]).toEqual([200, TYPE]);
	const bytes = await response.arrayBuffer();
	const words = new Uint32Array(bytes);
	const [, jsonBytes, items, matches] = words as unknown as [number, number, number, number];
	expect(Buffer.from(bytes, 0, 4).toString()).toBe("TGA1");
	expect(bytes.byteLength).toBe(16 + jsonBytes + (items + matches) * 4);
	const rows = JSON.parse(Buffer.from(bytes, 16, jsonBytes).toString());
	const ends = words.subarray(4 + jsonBytes / 4).subarray(0, items);
	const numbers = words.subarray(4 + jsonBytes / 4 + items);
	return Array.from(ends, (end, at) => Array.from(numbers.subarray(ends[at - 1] ?? 0, end), (number) => rows[number]));
}

const asJson = (path: string, items: unknown) => ask(agent, path, { method: "POST", body: JSON.stringify(items) });

test("a batch of places has the rows of its JSON form, in their order", async () => {
	const near = record({
		latitude: double({ min: 9.99, max: 10.1, noNaN: true }),
		longitude: double({ min: 19.99, max: 20.01, noNaN: true }),
	});
	const anywhere = record({
		latitude: double({ min: -90, max: 90, noNaN: true }),
		longitude: constantFrom(-180, 0, 180),
	});
	let rows = 0;
	const alike = asyncProperty(
		array(near, { maxLength: 50 }),
		array(anywhere, { maxLength: 5 }),
		async (some, others) => {
			const points = [...some, ...others];
			const answer = await answerTo(POINTS, batchOfPoints(points));
			expect(answer).toEqual(await asJson(POINTS, points));
			rows += answer.flat().length;
		},
	);
	await assert(alike, { numRuns: 30 });
	expect(rows).toBeGreaterThan(0);
});

test.each([
	[16, UUIDS],
	[20, SHA1],
	[32, SHA256],
])(
	"a batch of ids of %i bytes has the rows of its JSON form, none for opt-outs and the zero id",
	async (bytes, list) => {
		const zero = "0".repeat(bytes * 2);
		const answer = await answerTo(DEVICES, batchOfIds(bytes, [zero, ...list]));
		expect(answer).toEqual(await asJson(DEVICES, [zero, ...list]));
		expect(answer.flat().length).toBeGreaterThan(5);
	},
);

test("matches are counted as those of JSON", async () => {
	const matches = async () => {
		const metrics = await (await fetch(`${agent.url}/metrics`)).text();
		return Number(/^targeting_agent_matches_total\{kind="audience"\} (\d+)$/m.exec(metrics)?.[1]);
	};
	const before = await matches();
	await answerTo(DEVICES, batchOfIds(16, UUIDS));
	expect((await matches()) - before).toBe(11);
});

const NOWHERE = { latitude: 91, longitude: 0 };
test.each([
	["nothing", POINTS, Buffer.alloc(0), "the body must have at least 16 bytes, and has 0"],
	["JSON", POINTS, Buffer.from('[{"latitude":1,"longitude":2}]'), "the body must start with TGB1"],
	["ids as places", POINTS, batchOfIds(16, UUIDS), "the body must be of kind 1 at this path, and is of kind 16"],
	["places as ids", DEVICES, batchOfPoints([]), "the body must be of kind 16, 20, 32 at this path, and is of kind 1"],
	["too many", POINTS, batchOf(1, 1001, Buffer.alloc(16_016)), "the body must have at most 1000 items, and has 1001"],
	["too little", POINTS, batchOf(1, 2, Buffer.alloc(31)), "the body must have 48 bytes for 2 items, and has 47"],
	["too much", DEVICES, batchOf(20, 0, Buffer.alloc(1)), "the body must have 16 bytes for 0 items, and has 17"],
	["a later version", POINTS, Buffer.concat([Buffer.from("TGB2"), Buffer.alloc(12)]), "the body must start with TGB1"],
	[
		"no place",
		POINTS,
		batchOfPoints([{ latitude: 1, longitude: 2 }, NOWHERE]),
		"item 1: latitude must be a number from -90 to 90",
	],
	[
		"no number",
		POINTS,
		batchOfPoints([{ latitude: 1, longitude: Number.NaN }]),
		"item 0: longitude must be a number from -180 to 180",
	],
])("%s is refused, and says why", async (_name, path, body, error) => {
	const response = await send(path, body);
	expect([response.status, await response.json()]).toEqual([400, { error }]);
});

test("the reserved bytes must be zero, and a large body is refused before it is read", async () => {
	const body = batchOfPoints([]);
	body[15] = 1;
	expect(await (await send(POINTS, body)).json()).toEqual({ error: "the body must have zeros from byte 12 to 15" });
	expect((await send(POINTS, Buffer.alloc(1024 * 1024 + 1))).status).toBe(413);
	expect((await send(DEVICES, batchOfIds(16, UUIDS), `${TYPE.toUpperCase()}; v=1`)).status).toBe(200);
});

test("whatever bytes come are answered or refused with a reason", async () => {
	const seeds = [batchOfPoints([{ latitude: 10, longitude: 20 }]), batchOfIds(16, UUIDS), batchOfIds(20, SHA1)];
	const change = tuple(integer({ min: 0, max: 400 }), integer({ min: 0, max: 255 }));
	const changed = tuple(constantFrom(...seeds), array(change, { maxLength: 3 }), integer({ min: 0, max: 400 })).map(
		([seed, changes, length]) => {
			const bytes = Buffer.from(seed);
			for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
			return length < 100 ? bytes.subarray(0, length) : bytes;
		},
	);
	const robust = asyncProperty(
		constantFrom(POINTS, DEVICES),
		changed,
		uint8Array({ maxLength: 40 }),
		async (path, bytes, noise) => {
			for (const body of [bytes, Buffer.from(noise)]) {
				const response = await send(path, body);
				expect([200, 400]).toContain(response.status);
				if (response.status === 400)
					expect(await response.json()).toEqual({ error: expect.stringMatching(/^(the body|item \d+: )/) });
				else await response.arrayBuffer();
			}
		},
	);
	await assert(robust, { numRuns: 60 });
});
