import type { IncomingMessage } from "node:http";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { compressAnswer } from "./compress-answer";

const LARGE = JSON.stringify({ rows: Array.from({ length: 500 }, (_, index) => ({ name: `Coffee shops ${index}` })) });
const PAGE = { "accept-encoding": "gzip, deflate, br", "sec-fetch-site": "same-origin" };
const asked = (headers: Record<string, string>, method = "GET") => ({ method, headers }) as unknown as IncomingMessage;
const json = (body: string, headers: Record<string, string> = {}) =>
	new Response(body, { status: 200, headers: { "Content-Type": "application/json", ...headers } });

test("a page's large answer is compressed, and says so", async () => {
	const answer = await compressAnswer(asked(PAGE), json(LARGE, { "X-Request-Id": "r" }));
	expect([answer.status, answer.headers.get("content-encoding"), answer.headers.get("vary")]).toEqual([
		200,
		"gzip",
		"Accept-Encoding",
	]);
	expect(answer.headers.get("x-request-id")).toBe("r");
	const bytes = Buffer.from(await answer.arrayBuffer());
	expect(bytes.length).toBeLessThan(LARGE.length / 4);
	expect(gunzipSync(bytes).toString()).toBe(LARGE);
});

describe("stays as it is", () => {
	test.each<[string, IncomingMessage, Response]>([
		["a small answer", asked(PAGE), json("{}")],
		["an answer to another site", asked({ ...PAGE, "sec-fetch-site": "cross-site" }), json(LARGE)],
		["an answer to a program", asked({ "accept-encoding": "gzip" }), json(LARGE)],
		["an answer to who takes no gzip", asked({ ...PAGE, "accept-encoding": "br, gzip;q=0" }), json(LARGE)],
		["what is written", asked(PAGE, "POST"), json(LARGE)],
		["an answer with an entity tag", asked(PAGE), json(LARGE, { ETag: '"1"' })],
		["an event stream", asked(PAGE), new Response(LARGE, { headers: { "Content-Type": "text/event-stream" } })],
	])("%s", async (_what, incoming, response) => {
		const body = await response.clone().text();
		const answer = await compressAnswer(incoming, response);
		expect(answer.headers.get("content-encoding")).toBeNull();
		expect(await answer.text()).toBe(body);
	});
});
