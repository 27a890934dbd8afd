import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Method, RouteHandler, RouteModule } from "@/lib/http/routes/declaration";
import { readBodyWithin } from "@/lib/http/routes/read-body";
import { requestAttributes } from "@/lib/http/routes/request-attributes";
import { streamBody } from "@/lib/http/routes/stream-body";
import { log } from "@/lib/platform/log";
import { createApiServer } from "@/lib/processes/server/api-server/api-server";
import { compileTrustedProxies } from "@/lib/processes/server/client-address";
import { createHttpServer } from "@/lib/processes/server/http-server";
import { createRequestListener } from "@/lib/processes/server/request-listener";
import { getRaw, openSocket, parseAnswer, readUntil, sendRaw } from "@/lib/processes/server/testing/raw-http";
import { eventually } from "@/lib/tools/testing/eventually";

const encoder = new TextEncoder();
const SECRET = "tsl_8Jm-x_Qo0yJ1n0Yw3fV5kKq2bHcT7dUeL9sRzAaPgWi";
/** What handlers have noticed, in order. */
const noticed: string[] = [];
let notify: () => void = () => undefined;
const notice = (what: string) => {
	noticed.push(what);
	notify();
};
async function noticing(what: string): Promise<void> {
	while (!noticed.includes(what)) {
		await new Promise<void>((resolve) => {
			notify = resolve;
		});
	}
}

type Answer = (...asked: Parameters<RouteHandler>) => Response | Promise<Response>;
const route = (pattern: string, answers: Partial<Record<Method, Answer>>): [string, RouteModule] => {
	const handlers = Object.entries(answers).map(([method, answer]) => [
		method,
		async (...asked: Parameters<RouteHandler>) => answer(...asked),
	]);
	return [pattern, Object.fromEntries(handlers)];
};

const ROUTES = Object.fromEntries([
	route("/api/attributes", { GET: (request) => Response.json({ ...requestAttributes(request), url: request.url }) }),
	route("/api/headers", { GET: (request) => Response.json(Object.fromEntries(request.headers)) }),
	route("/api/things/[id]", {
		GET: async (_, { params }) => Response.json(await params),
		PATCH: async (request) => Response.json({ bytes: (await readBodyWithin(request, 1_000)).length }),
	}),
	route("/api/limited", {
		POST: async (request) => {
			try {
				return Response.json({ bytes: (await readBodyWithin(request, 100_000)).length });
			} catch (error) {
				return new Response(String(error), { status: 413 });
			}
		},
	}),
	route("/api/upload", {
		PUT: async (request) => {
			let bytes = 0;
			try {
				for await (const chunk of streamBody(request)) {
					bytes += chunk.length;
					if (bytes === chunk.length) notice("first part of the upload");
				}
			} catch (error) {
				return new Response(String(error), { status: 400 });
			}
			return Response.json({ bytes });
		},
	}),
	route("/api/throws", {
		GET: () => {
			throw new Error("secret detail");
		},
	}),
	route("/api/events", {
		GET: (request) => {
			request.signal.addEventListener("abort", () => notice("events: signal"));
			const body = new ReadableStream({
				start: (controller) => controller.enqueue(encoder.encode("data: 1\n\n")),
				cancel: () => notice("events: cancelled"),
			});
			return new Response(body, { headers: { "content-type": "text/event-stream" } });
		},
	}),
	route("/api/broken-stream", {
		GET: () => new Response(new ReadableStream({ pull: (controller) => controller.error(new Error("secret detail")) })),
	}),
	route("/api/breaking-stream", {
		GET: () => {
			const start = async (controller: ReadableStreamDefaultController) => {
				controller.enqueue(encoder.encode("part one,"));
				await noticing("part one has arrived");
				controller.error(new Error("secret detail"));
			};
			return new Response(new ReadableStream({ start: (controller) => void start(controller) }));
		},
	}),
	route("/api/cookies", {
		GET: () => {
			const response = new Response(new ReadableStream({ start: (controller) => controller.close() }));
			response.headers.append("set-cookie", "a=1");
			response.headers.append("set-cookie", "b=2");
			return response;
		},
	}),
	route("/token/user", { GET: () => Response.json({}) }),
	route("/targeting/[[...path]]", { GET: () => Response.json({ rest: true }) }),
]);

const apiServer = createApiServer(ROUTES);
const closing: (() => void)[] = [];
let port = 0;
/** The same, behind a proxy on this machine that is trusted. */
let proxiedPort = 0;
/** The same, below a path of the host. */
let belowPort = 0;

async function startListener(trustedProxies: string, basePath = "", slowBodyMs?: number): Promise<number> {
	const server = await createHttpServer({ TLS_CERT_FILE: undefined, TLS_KEY_FILE: undefined, BASE_PATH: basePath });
	const listener = createRequestListener({
		isTrusted: compileTrustedProxies(trustedProxies),
		allowPlainHttp: false,
		basePath,
		apiServer,
		scripts: () => false,
		prerendered: { scripts: ["'sha256-of-the-build'"], styles: [], attributes: [] },
		embedOrigins: async (organization) =>
			organization === "acme" ? ["https://app.example", "http://localhost:8080"] : [],
		...(slowBodyMs === undefined ? {} : { slowBodyMs }),
		next: async (incoming, outgoing) => {
			const chunks: Buffer[] = [];
			for await (const chunk of incoming) chunks.push(chunk);
			if (incoming.url?.startsWith("/fails")) outgoing.statusCode = 500;
			if (incoming.url?.endsWith("/missing")) outgoing.statusCode = 404;
			outgoing.setHeader("X-Cookie", incoming.headers.cookie ?? "none");
			if (!incoming.url?.endsWith(".svg")) outgoing.setHeader("Content-Type", "text/html; charset=utf-8");
			outgoing.end(`Next ${incoming.method} ${incoming.url} ${Buffer.concat(chunks).length}`);
		},
	});
	server.on("request", listener);
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	closing.push(() => {
		server.close();
		server.closeAllConnections();
	});
	return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
	log.level = "silent";
	port = await startListener("");
	proxiedPort = await startListener("127.0.0.0/8");
	belowPort = await startListener("", "/targeting-ui");
});

afterAll(() => {
	for (const close of closing) close();
});

const url = (path: string) => `http://127.0.0.1:${port}${path}`;

describe("routes", () => {
	test("get their params decoded, whatever the spelling of the path", async () => {
		for (const path of ["/api/things/a%20b", "/api/things/a%20b/", "/%61pi/things/a%20b"]) {
			const answer = await getRaw(port, path);
			expect(answer.status).toBe(200);
			expect(JSON.parse(answer.body)).toEqual({ id: "a b" });
		}
	});

	test("absolute-form addresses go the same way", async () => {
		const answer = await getRaw(port, "http://elsewhere.example/api/things/1");
		expect(JSON.parse(answer.body)).toEqual({ id: "1" });
	});

	test("HEAD is GET without a body", async () => {
		const answer = await getRaw(port, "/api/things/1", "HEAD");
		expect(answer).toMatchObject({ status: 200, body: "" });
		expect(answer.headers["content-length"]).toBe(String('{"id":"1"}'.length));
	});

	test("OPTIONS is 204 with Allow and what a preflight asks", async () => {
		const answer = await getRaw(port, "/api/things/1", "OPTIONS");
		expect(answer).toMatchObject({ status: 204, body: "" });
		expect(answer.headers.allow).toBe("GET, HEAD, PATCH, OPTIONS");
		expect(answer.headers["access-control-allow-headers"]).toMatch(/Authorization/);
	});

	test.each(["POST", "DELETE", "TRACE", "PROPFIND", "CONNECT"])(
		"%s is refused with Allow where it is not exported",
		async (method) => {
			const answer = await getRaw(port, "/api/things/1", method);
			expect(answer.status).toBe(405);
			expect(answer.headers.allow).toBe("GET, HEAD, PATCH, OPTIONS");
			expect(JSON.parse(answer.body)).toMatchObject({ version: 4, status: "error", error_type: "MethodNotAllowed" });
		},
	);

	test("the token API has an envelope of its own for that", async () => {
		const answer = await getRaw(port, "/token/user", "POST", "Content-Length: 0\r\n");
		expect(answer.status).toBe(405);
		expect(answer.headers.allow).toBe("GET, HEAD, OPTIONS");
		expect(JSON.parse(answer.body)).toEqual({ status: "error", message: "method not allowed", version: 4 });
	});

	test("paths without a route are 404 in their family's envelope", async () => {
		const management = { version: 4, status: "error", error_type: "NotFound", message: "resource not found" };
		expect(JSON.parse((await getRaw(port, "/api/nothing")).body)).toEqual(management);
		const token = { status: "error", message: "resource not found", version: 4 };
		expect(JSON.parse((await getRaw(port, "/token/nothing")).body)).toEqual(token);
	});

	test("what a handler throws stays here, but for the request's id", async () => {
		const answer = await getRaw(port, "/api/throws");
		expect(answer.status).toBe(500);
		expect(answer.body).not.toContain("secret");
		expect(JSON.parse(answer.body)).toMatchObject({ error_type: "Internal" });
		expect(answer.body).toContain(answer.headers["x-request-id"]);
	});
});

describe("attributes", () => {
	test("are the server's, whatever the caller says", async () => {
		const response = await fetch(url("/api/attributes"), {
			headers: { "x-ts-secure": "0", "X-TS-Client-IP": "1.2.3.4", "x-request-id": "chosen-by-caller" },
		});
		const attributes = await response.json();
		expect(attributes).toMatchObject({
			clientAddress: "127.0.0.1",
			secure: true,
			origin: `http://127.0.0.1:${port}`,
		});
		expect(attributes.requestId).toMatch(/^[0-9a-f-]{36}$/);
		expect(response.headers.get("x-request-id")).toBe(attributes.requestId);
	});

	test("what strangers say about proxies does not reach handlers", async () => {
		const response = await fetch(url("/api/headers"), {
			headers: { "x-forwarded-for": "1.2.3.4", "x-forwarded-host": "evil.example", "x-ts-other": "x", "x-kept": "yes" },
		});
		const headers = Object.keys(await response.json());
		expect(headers).toContain("x-kept");
		expect(headers.filter((name) => name.startsWith("x-forwarded") || name === "x-ts-other")).toEqual([]);
	});
});

describe("below a path of the host", () => {
	test("the API gets the paths that it has without one", async () => {
		for (const path of ["/targeting-ui/api/things/a%20b", "http://elsewhere.example/targeting-ui/api/things/a%20b"]) {
			const answer = await getRaw(belowPort, path);
			expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { id: "a b" }]);
		}
	});

	test.each([
		["/targeting-ui", "/targeting-ui"],
		["/targeting-ui/", "/targeting-ui"],
		["/targeting-ui?a=b", "/targeting-ui?a=b"],
		["/targeting-ui/designs?a=b", "/targeting-ui/designs?a=b"],
		["/targeting-ui/api/auth/csrf", "/targeting-ui/api/auth/csrf"],
		["/targeting-ui/_global-error", "/targeting-ui/_not-found"],
	])("Next gets %s as %s", async (path, given) => {
		expect((await getRaw(belowPort, path)).body).toBe(`Next GET ${given} 0`);
	});

	test.each(["/", "/api/things/a", "/signin", "/targeting-uix/signin"])("%s is not the service's", async (path) => {
		const answer = await getRaw(belowPort, path);
		expect([answer.status, JSON.parse(answer.body).message]).toEqual([
			404,
			"resource not found: this service is below /targeting-ui",
		]);
	});

	test("what is unreadable is answered in the envelope of its API", async () => {
		const long = `X-Long: ${"x".repeat(40_000)}\r\n`;
		const answer = await sendRaw(belowPort, `GET /targeting-ui/token/user HTTP/1.1\r\nHost: localhost\r\n${long}\r\n`);
		expect([answer.status, JSON.parse(answer.body)]).toEqual([
			431,
			expect.not.objectContaining({ error_type: expect.anything() }),
		]);
	});
});

describe("behind a trusted proxy", () => {
	const FOR_STRANGER = "X-Forwarded-For: 203.0.113.5\r\n";
	const THROUGH_TLS = `${FOR_STRANGER}X-Forwarded-Proto: https\r\nX-Forwarded-Host: Targeting.example\r\n`;

	test("a trusted proxy sets the attributes", async () => {
		const answer = await getRaw(
			proxiedPort,
			"/api/attributes",
			"GET",
			`${THROUGH_TLS}X-Request-Id: edge-0123456789\r\n`,
		);
		expect(JSON.parse(answer.body)).toMatchObject({
			clientAddress: "203.0.113.5",
			secure: true,
			origin: "https://targeting.example",
			requestId: "edge-0123456789",
		});
		expect(answer.headers["x-request-id"]).toBe("edge-0123456789");
	});

	test.each([
		["X-Forwarded-Port", `${THROUGH_TLS}X-Forwarded-Port: 8443\r\n`, "targeting.example:8443"],
		["Forwarded", 'Forwarded: for=203.0.113.5;proto=https;host="Targeting.example:8443"\r\n', "targeting.example:8443"],
	])("%s counts, and next-auth is told the same", async (_, said, host) => {
		const attributes = JSON.parse((await getRaw(proxiedPort, "/api/attributes", "GET", said)).body);
		expect(attributes).toMatchObject({ clientAddress: "203.0.113.5", secure: true, origin: `https://${host}` });
		const headers = JSON.parse((await getRaw(proxiedPort, "/api/headers", "GET", said)).body);
		expect(headers).toMatchObject({ "x-forwarded-host": host, "x-forwarded-proto": "https" });
		expect(JSON.parse((await getRaw(port, "/api/headers", "GET", said)).body)).not.toHaveProperty("forwarded");
	});

	test.each(["short", "with blank in it", "a".repeat(200), "<script>alert(1)</script>"])(
		"a request id that is none is replaced: %s",
		async (id) => {
			const answer = await getRaw(proxiedPort, "/api/attributes", "GET", `X-Request-Id: ${id}\r\n`);
			expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
		},
	);

	test.each(["/signin", "/welcome", `/welcome%23${SECRET}`, "/api/auth/csrf"])(
		"nobody signs in over plain HTTP from elsewhere: %s",
		async (path) => {
			const plain = await getRaw(proxiedPort, path, "GET", FOR_STRANGER);
			expect(plain.status).toBe(403);
			expect(JSON.parse(plain.body)).toMatchObject({ error_type: "Forbidden", message: "HTTPS required" });
			const tls = await getRaw(proxiedPort, path, "GET", THROUGH_TLS);
			expect(tls.status).toBe(path.includes(SECRET) ? 307 : 200);
		},
	);
});

describe("a sign-in link that a mail gateway has changed", () => {
	test.each([
		["encoded", `/welcome%23${SECRET}`],
		["encoded twice", `/welcome%2523${SECRET}`],
		["encoded behind a slash", `/welcome/%23${SECRET}`],
		["dropped", `/welcome${SECRET}`],
		["encoded, with a query of the gateway's", `/welcome%23${SECRET}?utm_source=mail`],
		["turned into a question mark", `/welcome?${SECRET}`],
	])("leads to the page with the secret in the fragment: %s", async (_, path) => {
		const answer = await getRaw(port, path);
		expect([answer.status, answer.headers.location, answer.body]).toEqual([307, `/welcome#${SECRET}`, ""]);
		expect(answer.headers).toMatchObject({ "referrer-policy": "no-referrer", "cache-control": "no-store" });
		const below = await getRaw(belowPort, `/targeting-ui${path}`);
		expect(below.headers.location).toBe(`/targeting-ui/welcome#${SECRET}`);
	});

	test.each([`/elsewhere%23${SECRET}`, "/welcome", "/welcome%23", `/signin%23${SECRET}`])(
		"other addresses are the pages': %s",
		async (path) => {
			expect(await getRaw(port, path)).toMatchObject({ status: 200, body: `Next GET ${path} 0` });
		},
	);
});

describe("bodies", () => {
	const chunked = (size: number) => {
		const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
		return `${chunk.repeat(Math.ceil(size / 0x4000))}0\r\n\r\n`;
	};
	const head = (line: string, rest = "Transfer-Encoding: chunked\r\n") =>
		`${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${rest}\r\n`;

	test("within the limit are read, declared or chunked", async () => {
		const declared = await sendRaw(port, `${head("POST /api/limited", "Content-Length: 5\r\n")}12345`);
		expect(JSON.parse(declared.body)).toEqual({ bytes: 5 });
		const counted = await sendRaw(port, head("POST /api/limited") + chunked(60_000));
		expect(JSON.parse(counted.body)).toEqual({ bytes: 65_536 });
	});

	test("are counted: a chunked one beyond the limit is refused", async () => {
		const answer = await sendRaw(port, head("POST /api/limited") + chunked(400_000));
		expect(answer.status).toBe(413);
	});

	test("are refused by their declared length before they come", async () => {
		const socket = await openSocket(port);
		socket.write(head("POST /api/limited", "Content-Length: 5000000\r\n"));
		expect(await readUntil(socket, (text) => text.includes("\r\n\r\n"))).toMatch(/^HTTP\/1.1 413 /);
		socket.destroy();
	});

	test("stream into a handler that wants that, before they are complete", async () => {
		const socket = await openSocket(port);
		socket.write(`${head("PUT /api/upload")}5\r\n12345\r\n`);
		await noticing("first part of the upload");
		socket.write("3\r\n678\r\n0\r\n\r\n");
		expect(await readUntil(socket, () => false)).toContain('{"bytes":8}');
	});

	const kept = (line: string, rest: string) => `${line} HTTP/1.1\r\nHost: localhost\r\n${rest}\r\n`;
	const ping = kept("GET /api/things/1", "");

	test.each([
		["a route that does not exist", "POST /api/none"],
		["a method that a route lacks", "POST /api/things/1"],
		["an address that is none", "POST /api/%zz"],
		["a limit that the declared length passes", "POST /api/limited"],
		["a page", "POST /designs"],
		["sign-in", "POST /api/auth/signout"],
		["an answer that needs no body", "GET /api/attributes"],
	])("that still come when they are refused end their connection, and its answer says so: %s", async (_, line) => {
		const socket = await openSocket(port);
		socket.write(`${kept(line, "Content-Length: 2000000\r\n")}${"x".repeat(10)}`);
		// The server ends the connection after the answer, so that nobody sends another request on it.
		const text = await readUntil(socket, () => false);
		expect(parseAnswer(text).headers.connection).toBe("close");
		socket.destroy();
	});

	test.each([
		["refused by their path", "POST /api/none", "404"],
		["refused by their method", "POST /api/things/1", "405"],
		["refused by their address", "POST /api/%zz", "400"],
		["for a page", "POST /designs", "405"],
		["read", "POST /api/limited", "200"],
		["not minded", "GET /api/attributes", "200"],
	])("that came with their headers keep the connection for the next request: %s", async (_, line, status) => {
		const socket = await openSocket(port);
		socket.write(`${kept(line, "Content-Length: 5\r\n")}12345`);
		const first = await readUntil(socket, (text) => text.includes("\r\n\r\n"));
		expect(parseAnswer(first)).toMatchObject({ status: Number(status), headers: { connection: "keep-alive" } });
		socket.write(ping);
		expect(await readUntil(socket, (text) => text.includes('{"id":"1"}'))).toContain("200 OK");
		socket.destroy();
	});

	test.each(["/api/things/1", "/api/%zz", "/designs"])("that there are none of keep it: GET %s", async (path) => {
		const socket = await openSocket(port);
		socket.write(kept(`GET ${path}`, ""));
		const answer = parseAnswer(await readUntil(socket, (text) => text.includes("\r\n\r\n")));
		expect(answer.headers.connection).toBe("keep-alive");
		socket.destroy();
	});

	test("are asked for with 100 where they are read, and not where they are refused", async () => {
		const expecting = (line: string, length: number) =>
			kept(line, `Expect: 100-continue\r\nContent-Length: ${length}\r\n`);
		const taken = await openSocket(port);
		taken.write(expecting("POST /api/limited", 5));
		expect(await readUntil(taken, (text) => text.includes("\r\n\r\n"))).toBe("HTTP/1.1 100 Continue\r\n\r\n");
		taken.write("12345");
		expect(await readUntil(taken, (text) => text.includes('{"bytes":5}'))).toMatch(/^HTTP\/1.1 200 /);
		taken.destroy();
		for (const [line, length, status] of [
			["POST /api/limited", 5_000_000, 413],
			["POST /api/none", 5, 404],
			["POST /designs", 5, 405],
		] as const) {
			const refused = await openSocket(port);
			refused.write(expecting(line, length));
			const answer = parseAnswer(await readUntil(refused, () => false));
			expect(answer).toMatchObject({ status, headers: { connection: "close" } });
			refused.destroy();
		}
	});

	test.each([
		["PUT /api/upload", "5\r\n12345\r\n"],
		["POST /api/limited", "5\r\n12345\r\n"],
		["POST /api/limited", ""],
		["POST /api/auth/signout", "5\r\n12345\r\n"],
	])("that stop coming are told so, and the service says nothing of it: %s", async (line, beginning) => {
		const impatient = await startListener("", "", 150);
		const told = [vi.spyOn(log, "error"), vi.spyOn(console, "error")];
		const socket = await openSocket(impatient);
		socket.write(`${kept(line, "Transfer-Encoding: chunked\r\n")}${beginning}`);
		const answer = parseAnswer(await readUntil(socket, () => false));
		expect(answer).toMatchObject({ status: 408, headers: { connection: "close" } });
		expect(JSON.parse(answer.body)).toMatchObject({ status: "error", error_type: "InvalidArgument" });
		for (const spy of told) expect(spy).not.toHaveBeenCalled();
		socket.destroy();
	});

	test("to sign-in are bounded, and handed on whole", async () => {
		const small = await sendRaw(port, head("POST /api/auth/callback/credentials") + chunked(30_000));
		expect(small.body).toBe("Next POST /api/auth/callback/credentials 32768");
		const large = await sendRaw(port, head("POST /api/auth/callback/credentials") + chunked(2_000_000));
		expect(large.status).toBe(413);
		expect(JSON.parse(large.body)).toMatchObject({ error_type: "TooLarge" });
		const declared = await sendRaw(port, head("POST /api/auth/signout", "Content-Length: 2000000\r\n"));
		expect(declared.status).toBe(413);
	});
});

describe("streams", () => {
	const open = async (path: string): Promise<Socket> => {
		const socket = await openSocket(port);
		socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
		return socket;
	};

	test("events come as they happen; who leaves is noticed both ways", async () => {
		const socket = await open("/api/events");
		const text = await readUntil(socket, (sofar) => sofar.includes("data: 1"));
		expect(text).toMatch(/content-type: text\/event-stream/i);
		socket.destroy();
		await noticing("events: signal");
		await noticing("events: cancelled");
		expect(noticed).toContain("events: signal");
	});

	test("HEAD of a stream ends, and ends the stream", async () => {
		const answer = await getRaw(port, "/api/events", "HEAD");
		expect(answer).toMatchObject({ status: 200, body: "" });
	});

	test("one that fails before its first byte is a JSON error", async () => {
		const answer = await getRaw(port, "/api/broken-stream");
		expect(answer.status).toBe(500);
		expect(answer.body).not.toContain("secret");
		expect(JSON.parse(answer.body)).toMatchObject({ error_type: "Internal" });
	});

	test("one that fails later is cut, so that nobody takes it for complete", async () => {
		const socket = await open("/api/breaking-stream");
		const start = await readUntil(socket, (sofar) => sofar.includes("part one,"));
		expect(start).toMatch(/^HTTP\/1.1 200 /);
		notice("part one has arrived");
		const rest = await readUntil(socket, () => false);
		expect(rest).not.toMatch(/secret|0\r\n\r\n$/);
	});

	test("cookies stay apart", async () => {
		const response = await fetch(url("/api/cookies"));
		expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
	});
});

describe("what is no proper request", () => {
	const get = (target: string, headers = "Host: localhost\r\n") =>
		`GET ${target} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`;
	const post = (headers: string) => `POST /api/limited HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;

	test.each([
		["a broken encoding", get("/%zz"), 400],
		["a backslash", get("/api/\\x"), 400],
		["bytes that are no UTF-8", get("/api/\u00ff"), 400],
		["an encoded NUL", get("/api/%00"), 400],
		["a NUL", get("/api/\u0000"), 400],
		["two slashes", get("//api/things/1"), 404],
		["dot segments", get("/api/../api/things/1"), 404],
		["no Host", get("/api/things/1", ""), 400],
		["a Host that is none", get("/api/things/1", "Host: a b/c\r\n"), 400],
		["a path without a slash", get("api/things/1"), 400],
		["HTTP 0.9", "GET /api/things/1\r\n\r\n", 400],
		["no HTTP", "nonsense\r\n\r\n", 400],
		["a length that is none", post("Content-Length: x\r\n"), 400],
		["two lengths", post("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n"), 400],
		["an endless address", get(`/api/things/${"x".repeat(20_000)}`), 414],
		["an endless header", get("/api/things/1", `Host: localhost\r\nX-Long: ${"x".repeat(40_000)}\r\n`), 431],
	])("%s", async (_, request, status) => {
		const answer = await sendRaw(port, request);
		expect(answer.status).toBe(status);
		expect(answer.headers["content-type"]).toBe("application/json");
		expect(answer.headers["x-request-id"]).toBeTruthy();
		expect(JSON.parse(answer.body)).toMatchObject({ version: 4, status: "error" });
	});

	test.each([
		["elsewhere.example:443", "InvalidArgument", 400],
		["/token/user", undefined, 405],
		["/designs", "MethodNotAllowed", 405],
	])("CONNECT %s is answered, and ends its connection", async (target, errorType, status) => {
		const answer = await sendRaw(
			port,
			`CONNECT ${target} HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n`,
		);
		expect(answer.status).toBe(status);
		expect(answer.headers).toMatchObject({
			connection: "close",
			"x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
		});
		const body = JSON.parse(answer.body);
		expect([body.status, body.version, body.error_type]).toEqual(["error", 4, errorType]);
	});

	test("a Host that is none is told in the envelope of the token API", async () => {
		const answer = await sendRaw(port, get("/token/user", "Host: a b\r\n"));
		expect([answer.status, JSON.parse(answer.body)]).toEqual([
			400,
			{ status: "error", message: "the Host header or the address is malformed", version: 4 },
		]);
	});

	test("the connection of an unreadable request to the token API ends in that API's envelope", async () => {
		const answer = await sendRaw(
			port,
			`GET /token/user HTTP/1.1\r\nHost: localhost\r\nX-Long: ${"x".repeat(40_000)}\r\n\r\n`,
		);
		expect(JSON.parse(answer.body)).toMatchObject({ status: "error", version: 4 });
		expect(answer.body).not.toContain("error_type");
	});
});

describe("pages and sign-in", () => {
	test("go to Next, with a policy for what pages may load", async () => {
		const response = await fetch(url("/designs"));
		expect(await response.text()).toBe("Next GET /designs 0");
		expect(response.headers.get("x-content-type-options")).toBe("nosniff");
		const policy = response.headers.get("content-security-policy") ?? "";
		expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/]{22}=='; .*require-trusted-types-for 'script'/);
		expect(policy).not.toMatch(/unsafe|sha256-of-the-build/);
	});

	test("have the hashes of the build's page where one fails, and files a policy for workers", async () => {
		const policies = await Promise.all(
			["/fails", "/icon.svg"].map(async (path) => (await getRaw(port, path)).headers["content-security-policy"]),
		);
		expect(policies).toEqual([
			expect.stringMatching(/script-src 'self' 'nonce-[^']+' 'sha256-of-the-build'/),
			expect.stringMatching(/^default-src 'self'; connect-src 'self'; /),
		]);
	});

	test("are framed by nobody, but those of an organization by its origins, and then without a cookie", async () => {
		const framing = async (path: string) => {
			const { headers } = await fetch(url(path), { headers: { cookie: "a=b" } });
			const [, ancestors] = /frame-ancestors ([^;]*)/.exec(headers.get("content-security-policy") ?? "") ?? [];
			return [ancestors, headers.get("x-frame-options"), headers.get("x-cookie")];
		};
		const nobody = ["'none'", "DENY"];
		for (const path of ["/designs", "/embedded/acme/designs", "/designs/embed/acme"]) {
			expect(await framing(path)).toEqual([...nobody, "a=b"]);
		}
		const origins = ["https://app.example http://localhost:8080", null];
		for (const path of ["/embed/acme/designs", "/embed/acme/new", "/%65mbed/%61cme/designs/1?a=b"]) {
			expect(await framing(path)).toEqual([...origins, "none"]);
		}
		for (const path of [
			"/embed/other/designs",
			"/embed",
			"/embed/ACME/designs",
			"/embed/acme/missing",
			"/embed/acme/a.svg",
		]) {
			expect(await framing(path)).toEqual([...nobody, "none"]);
		}
	});

	test("are logged where they fail", async () => {
		log.level = "error";
		const errors = vi.spyOn(log, "error").mockReturnValue(undefined);
		const failed = await getRaw(port, "/fails?q=secret");
		await eventually(() => expect(errors).toHaveBeenCalled());
		expect(errors.mock.calls).toEqual([
			[expect.objectContaining({ path: "/fails", status: 500, request_id: failed.headers["x-request-id"] }), "request"],
		]);
		errors.mockRestore();
		log.level = "silent";
	});

	test.each([
		[`/fails%23${SECRET}`, "/fails%23…"],
		[`/fails%2523${SECRET}`, "/fails%2523…"],
		[`/fails%3FKEY=${SECRET}`, "/fails%3FKEY%3D…"],
		["/fails%3FKEY=any", "/fails%3FKEY%3D…"],
		["/fails&KEY=any", "/fails&KEY=…"],
	])("are logged without a secret that came in the path: %s", async (sent, path) => {
		log.level = "error";
		const errors = vi.spyOn(log, "error").mockReturnValue(undefined);
		await getRaw(port, sent);
		await eventually(() => expect(errors).toHaveBeenCalledWith(expect.objectContaining({ path }), "request"));
		errors.mockRestore();
		log.level = "silent";
	});

	test("are only read", async () => {
		const answer = await getRaw(port, "/designs", "DELETE");
		expect(answer.status).toBe(405);
		expect(answer.headers.allow).toBe("GET, HEAD, OPTIONS");
		expect((await getRaw(port, "/designs", "OPTIONS")).status).toBe(204);
	});

	test.each([
		["GET", "csrf", "", 200],
		["HEAD", "session", "", 200],
		["POST", "callback/credentials", "Content-Type: application/x-www-form-urlencoded; charset=utf-8\r\n", 200],
		["POST", "callback/credentials", "Content-Type: application/json\r\n", 415],
		["GET", "callback/credentials", "", 405],
		["POST", "signin/oidc", "Content-Type: application/x-www-form-urlencoded\r\n", 200],
		["GET", "callback/oidc", "", 200],
		["POST", "callback/oidc", "Content-Type: application/x-www-form-urlencoded\r\n", 405],
		["GET", "signout", "", 405],
		["PUT", "csrf", "", 405],
		["GET", "verify-request", "", 404],
		["POST", "_log", "", 404],
		["GET", "constructor", "", 404],
		["GET", "csrf/more", "", 404],
	])("sign-in: %s %s %s", async (method, action, headers, status) => {
		const answer = await getRaw(port, `/api/auth/${action}`, method, `${headers}Content-Length: 0\r\n`);
		expect(answer.status).toBe(status);
		expect(answer.headers["cache-control"]).toBe("no-store");
	});
});

test("browsers that came by HTTPS, here or at a trusted proxy, come by it alone from then on", async () => {
	const forwarded = (scheme: string) => `X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: ${scheme}\r\n`;
	const sent = async (to: number, path: string, headers: string) =>
		(await getRaw(to, path, "GET", headers)).headers["strict-transport-security"];
	for (const path of ["/designs", "/api/things/1", "/api/none", "/%zz"]) {
		expect([path, await sent(proxiedPort, path, forwarded("https"))]).toEqual([path, "max-age=31536000"]);
		expect([path, await sent(proxiedPort, path, forwarded("http"))]).toEqual([path, undefined]);
		// From a peer that is no trusted proxy.
		expect([path, await sent(port, path, forwarded("https"))]).toEqual([path, undefined]);
	}
});
