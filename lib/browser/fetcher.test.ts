import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { send } from "./api";
import { ApiError, describeError, failureTitle, NetworkError } from "./api-error";
import { address, contentOf, request } from "./fetcher";
import { onSignedOut } from "./signed-out";

let server: Server | undefined;

async function listen(listener: RequestListener): Promise<string> {
	const started = createServer(listener);
	server = started;
	await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
	return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}

const answering = (status: number, body: string, headers: Record<string, string> = {}) =>
	listen((_request, response) => response.writeHead(status, headers).end(body));

const envelope = (response: unknown) => JSON.stringify({ version: 4, status: "OK", response });

afterEach(async () => {
	const running = server;
	server = undefined;
	running?.closeAllConnections();
	await new Promise<void>((resolve) => (running === undefined ? resolve() : running.close(() => resolve())));
});

test("an address omits undefined parameters and encodes the others", () => {
	expect(address("/targeting/designs")).toBe("/targeting/designs");
	expect(address("/targeting/designs", { q: "a&b ü", type: undefined, limit: 0 })).toBe(
		"/targeting/designs?q=a%26b+%C3%BC&limit=0",
	);
});

describe("answers", () => {
	test("an item and a page are taken out of their envelopes", async () => {
		const one = await answering(200, envelope({ data: { id: 1 } }));
		expect(contentOf(await request(`${one}/x`))).toEqual({ id: 1 });
		server?.close();
		const many = await answering(200, envelope({ data: [{ id: 1 }], included_row_count: 1, total_row_count: 7 }));
		expect(contentOf(await request(`${many}/x`))).toEqual({ rows: [{ id: 1 }], total: 7 });
	});

	test("an empty envelope is null, and anything else is given as it is", () => {
		expect(contentOf({ version: 4, status: "OK", response: {} })).toBeNull();
		expect(contentOf({ type: "FeatureCollection", features: [] })).toEqual({ type: "FeatureCollection", features: [] });
	});

	test("an error carries the time of its request", async () => {
		let before = 0;
		const base = await listen((_request, response) => {
			before = performance.now();
			response.writeHead(401).end();
		});
		const error = await request(`${base}/x`).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(ApiError);
		expect((error as ApiError).sentAt).toBeLessThanOrEqual(before);
	});
});

describe("operations", () => {
	/** Has operations call a server; gives what it receives. */
	async function receiving(): Promise<object[]> {
		const received: object[] = [];
		const base = await listen(async (incoming, response) => {
			const { method, url, headers } = incoming;
			let body = "";
			for await (const chunk of incoming) body += chunk;
			received.push({ method, url, body, type: headers["content-type"], match: headers["if-match"] });
			response.end(envelope({}));
		});
		const ask = fetch;
		vi.stubGlobal("fetch", (path: string, init: RequestInit) => ask(`${base}${path}`, init));
		return received;
	}
	afterEach(() => void vi.unstubAllGlobals());

	test("take parameters of path and query, and JSON with a revision", async () => {
		const received = await receiving();
		await send("GET /api/inventory-sources/[inventory_source_slug]/segments", {
			inventory_source_slug: "a b",
			limit: 5,
			q: undefined,
		});
		await send("PATCH /api/views/[view_id]", { view_id: "v", revision: 3, body: { name: "Mine" } });
		const none = { body: "", type: undefined, match: undefined };
		expect(received).toEqual([
			{ method: "GET", url: "/api/inventory-sources/a%20b/segments?limit=5", ...none },
			{ method: "PATCH", url: "/api/views/v", body: '{"name":"Mine"}', type: "application/json", match: '"3"' },
		]);
	});

	test("of the management API take a form with its headers and without undefined fields", async () => {
		const received = await receiving();
		const body = { message: "too large", tags: undefined };
		await send("POST /targeting/deployments/[deployment_id]/reject", { deployment_id: "d", revision: 3, body });
		expect(received).toMatchObject([
			{ body: "message=too+large", type: "application/x-www-form-urlencoded;charset=UTF-8", match: '"3"' },
		]);
	});
});

describe("errors", () => {
	test("an error answer keeps its kind, message, request id and detail", async () => {
		const body = JSON.stringify({
			version: 4,
			status: "error",
			error_type: "InvalidState",
			message: "the deployment is activated",
			refused: [{ line: 3 }],
		});
		const base = await answering(409, body, { "x-request-id": "r-1" });
		const error = await request(`${base}/x`).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(ApiError);
		expect(error).toMatchObject({
			status: 409,
			errorType: "InvalidState",
			message: "the deployment is activated",
			requestId: "r-1",
			detail: { refused: [{ line: 3 }] },
		});
		expect(describeError(error)).toBe("The deployment is activated.");
	});

	test.each([
		[502, "<html>Bad gateway</html>", "Unavailable"],
		[500, "", "Internal"],
	])("a %d that is not of the service is an error all the same", async (status, body, errorType) => {
		const base = await answering(status, body);
		await expect(request(`${base}/x`)).rejects.toMatchObject({
			name: "ApiError",
			status,
			errorType,
		});
	});

	test.each([
		[413, /^This is larger than a proxy in front of the service lets through \(413\)/, "was not"],
		[429, /^A proxy in front of the service holds requests back/, "was not"],
		[502, /^A proxy in front of the service cannot reach it \(502\)/, "may not have been"],
		[503, /^A proxy in front of the service cannot reach it \(503\)/, "was not"],
		[504, /^A proxy in front of the service stopped waiting .* to see whether it was done\.$/, "may not have been"],
		[403, /^Something in front of the service answered in its place \(403\)/, "was not"],
		[200, /^Something in front of the service answered in its place, such as your network's sign-in page/, "was not"],
	])("a %d of a proxy is told as the proxy's", async (status, words, done) => {
		const base = await answering(status, `<html><h1>${status}</h1><hr>nginx</html>`, { "content-type": "text/html" });
		const error = await request(`${base}/x`, { method: "POST" }).catch((thrown: unknown) => thrown);
		expect(describeError(error)).toMatch(words);
		expect(failureTitle(error, "Pharmacies", "activated")).toBe(`Pharmacies ${done} activated`);
	});

	test("a 401 to any request ends the session, any other refusal does not", async () => {
		const ended = vi.fn();
		onSignedOut(ended);
		for (const status of [403, 401]) {
			const base = await answering(
				status,
				JSON.stringify({ version: 4, status: "error", error_type: "Auth", message: "no" }),
			);
			await expect(request(`${base}/x`, { method: "PATCH" })).rejects.toThrow();
		}
		onSignedOut(() => {});
		expect(ended.mock.calls).toEqual([[expect.any(Number)]]);
	});

	test("a broken connection is a network error", async () => {
		const base = await listen((incoming) => incoming.socket.destroy());
		const error = await request(`${base}/x`).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(NetworkError);
		expect(describeError(error)).toMatch(/could not be reached/);
		expect(failureTitle(error, "Pharmacies", "activated")).toBe("Pharmacies may not have been activated");
	});

	test("what an offline browser was to send was not done", async () => {
		vi.stubGlobal("navigator", { onLine: false });
		const base = await listen((incoming) => incoming.socket.destroy());
		const error = await request(`${base}/x`).catch((thrown: unknown) => thrown);
		vi.unstubAllGlobals();
		expect(describeError(error)).toBe("You're offline. Reconnect and try again.");
		expect(failureTitle(error, "Pharmacies", "activated")).toBe("Pharmacies was not activated");
	});

	test("an abort is rethrown unchanged", async () => {
		const base = await listen(() => {});
		const abort = new AbortController();
		const answer = request(`${base}/x`, { signal: abort.signal });
		abort.abort();
		await expect(answer).rejects.toMatchObject({ name: "AbortError" });
	});
});
