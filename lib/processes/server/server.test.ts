import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { request as tlsRequest } from "node:https";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "@/lib/generated/routes";
import { getRaw, openSocket, parseAnswer, readUntil, sendRaw } from "@/lib/processes/server/testing/raw-http";
import { openSession } from "@/lib/processes/server/testing/sign-in";
import {
	type DataDirectory,
	dataDirectory,
	migratedDataDirectory,
	runService,
	type StartedService,
	startService,
} from "@/lib/processes/server/testing/start-service";

const GUID = "00000000-0000-4000-8000-000000000000";

let data: DataDirectory;
let service: StartedService;

beforeAll(async () => {
	data = await migratedDataDirectory();
	service = await startService({ DATA_DIR: data.path });
});

afterAll(async () => {
	await service.stop();
	await data.remove();
});

/** Paths of the API's routes, with every parameter filled in. */
const PATHS = Object.keys(ROUTES).map((pattern) =>
	pattern.replace("[[...path]]", "no/such/thing").replaceAll(/\[[^\]]+\]/g, GUID),
);

describe("every route", () => {
	test("answers in both slash forms, never with a failure, a redirect or a page", async () => {
		expect(PATHS).toContain("/targeting/designs");
		for (const path of PATHS) {
			const [plain, slash] = [await fetch(service.url + path), await fetch(`${service.url}${path}/`)];
			expect([path, slash.status]).toEqual([path, plain.status]);
			for (const response of [plain, slash]) {
				// It needs no credential, but a token.
				const expected = path === "/api/unsubscribe" ? 400 : expect.toBeOneOf([200, 401, 404, 405]);
				expect([path, response.status]).toEqual([path, expected]);
				expect(response.redirected).toBe(false);
				expect(response.headers.get("content-type")).not.toMatch(/html/);
				expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
				expect(response.headers.get("cache-control")).toBe("no-store");
				expect(response.headers.get("referrer-policy")).toBe("no-referrer");
				expect(response.headers.get("x-content-type-options")).toBe("nosniff");
				expect(response.headers.get("cross-origin-resource-policy")).toBe("same-origin");
				await response.arrayBuffer();
			}
		}
	});

	test("answers HEAD like GET, OPTIONS with Allow, and other methods with 405", async () => {
		for (const path of PATHS) {
			const get = await getRaw(service.port, path);
			const head = await getRaw(service.port, path, "HEAD");
			expect([path, head.status, head.body]).toEqual([path, get.status, ""]);

			const options = await getRaw(service.port, path, "OPTIONS");
			const trace = await getRaw(service.port, path, "TRACE");
			if (path.endsWith("/no/such/thing")) {
				expect([path, options.status]).toEqual([path, 404]);
				continue;
			}
			expect([path, options.status, options.body]).toEqual([path, 204, ""]);
			expect([path, trace.status]).toEqual([path, 405]);
			expect(trace.headers.allow).toBe(options.headers.allow);
			expect(JSON.parse(trace.body)).toMatchObject({ version: 4, status: "error" });
		}
	});
});

async function firstSignIn(): Promise<{ email: string; password: string }> {
	const [, email = "", file = ""] = /as (\S+) with the password in (.+)/.exec(service.output()) ?? [];
	return { email, password: (await readFile(file, "utf8")).trim() };
}

describe("every kind of answer", () => {
	test("is read by other origins through CORS alone, is what its type says, runs nothing foreign, and is kept by nobody else", async () => {
		const { email, password } = await firstSignIn();
		const { cookie } = await openSession(service.url, email, password);
		const page = await (await fetch(`${service.url}/signin`)).text();
		const script = /\/_next\/static\/chunks\/[^"]+\.js/.exec(page)?.[0] ?? "none";
		const personal = ["/designs", "/no/such/page", "/targeting/designs", "/api/no/such/thing", "/api/%zz"];
		const downloads = ["/api/exports/audit", "/api/exports/deployments"];
		const files = [script, "/icon.svg", "/samples/berlin-landmarks.csv", "/maplibre/maplibre-gl-worker.mjs"];
		for (const path of [...personal, ...downloads, "/api/events", ...files, "/signin"]) {
			// Two scripts: compressed ahead, and by Next.
			for (const coding of path === script ? ["br", "gzip"] : ["gzip"]) {
				const { signal, abort } = abortable();
				const headers = { cookie, "accept-encoding": coding };
				const answer = await fetch(service.url + path, { headers, signal });
				abort();
				const has = (name: string) => answer.headers.get(name) ?? "";
				expect([path, has("x-content-type-options")]).toEqual([path, "nosniff"]);
				expect([path, has("cross-origin-resource-policy")]).toEqual([path, "same-origin"]);
				expect(has("content-security-policy"), path).toMatch(/base-uri 'none'.*frame-ancestors 'none'/);
				expect(has("content-security-policy"), path).not.toMatch(/unsafe/);
				expect(has("strict-transport-security"), path).toBe("");
				if (!files.includes(path)) expect(has("cache-control"), path).toContain("no-store");
				if (downloads.includes(path)) expect(has("content-disposition"), path).toMatch(/^attachment; filename=/);
				const isPage = has("content-type").startsWith("text/html");
				expect([path, isPage]).toEqual([path, ["/designs", "/no/such/page", "/signin"].includes(path)]);
				if (!isPage) continue;
				expect(has("cross-origin-opener-policy")).toBe("same-origin");
				expect(has("permissions-policy")).toContain("clipboard-write=(self)");
				expect(has("permissions-policy")).toContain("geolocation=()");
				expect(has("content-security-policy")).toContain("require-trusted-types-for 'script'");
			}
		}
	});
});

/** An event stream never ends by itself. */
function abortable() {
	const controller = new AbortController();
	return { signal: controller.signal, abort: () => controller.abort() };
}

describe("malformed addresses", () => {
	test.each([
		["/%zz", 400],
		["/targeting/%zz", 400],
		["/targeting/designs/%ff", 400],
		["/targeting/designs/\u00c3\u0028", 400],
		["/api/%00", 400],
		["/api\\designs", 400],
		["/api/designs#x", 400],
		["//api/designs", 404],
		["//token/user", 404],
		["/x/../api/designs", 404],
		["/api/./designs", 404],
		["/api%2fdesigns", 404],
		["/targeting//designs", 404],
		["/_global-error", 404],
		["/%61pi/keys", 401],
		["/%74argeting/designs/", 401],
		["http://elsewhere.example/targeting/designs", 401],
		["/api/auth/verify-request", 404],
		["/api/auth", 404],
	])("%s is answered with %i", async (target, status) => {
		const answer = await getRaw(service.port, target);
		expect(answer.status).toBe(status);
		if (target === "/_global-error") return;
		expect(answer.headers["content-type"]).toMatch(/^application\/json/);
		expect(JSON.parse(answer.body)).toMatchObject({ version: 4, status: "error" });
		expect(answer.headers["x-request-id"]).toBeTruthy();
	});
});

describe("bodies", () => {
	test("are bounded by counting, without a declared length", async () => {
		const head = `POST /targeting/designs/${GUID}/request HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n`;
		const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
		const answer = await sendRaw(
			service.port,
			`${head}${chunk.repeat(40)}0\r\n\r\n`.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"),
		);
		expect(answer.status).toBe(413);
		expect(JSON.parse(answer.body)).toMatchObject({ error_type: "TooLarge" });
	});
});

describe("the log", () => {
	test("has a line for a request to the API, without its query string and headers", async () => {
		const secret = "tsk_do-not-log-this";
		const headers = { authorization: `Bearer ${secret}`, cookie: `targeting.session=${secret}` };
		const response = await fetch(`${service.url}/targeting/designs?KEY=${secret}&q=coffee`, { headers });
		const id = response.headers.get("x-request-id") ?? "none";
		await service.says(id);
		const line =
			service
				.output()
				.split("\n")
				.find((text) => text.includes(id)) ?? "";
		expect(JSON.parse(line)).toMatchObject({
			method: "GET",
			path: "/targeting/designs",
			route: "/targeting/designs",
			status: 401,
			client_ip: "127.0.0.1",
		});
		expect(service.output()).not.toContain(secret);
		expect(service.output()).not.toContain("coffee");
	});
});

describe("a page that fails", () => {
	test("is logged once with its cause, under the code that it shows, and without secrets", async () => {
		// The service never writes such a session: its user cannot be looked up.
		const secret = (await readFile(join(data.path, "secret"), "utf8")).trim();
		const used = Date.now();
		const claims = { sub: "no guid", session: randomUUID(), used, until: used + 60_000 };
		const session = await encode({ token: claims, secret });
		const headers = { cookie: `targeting.session=${session}` };
		const response = await fetch(`${service.url}/designs/tsk_do-not-log-this?KEY=nor-this`, { headers });
		expect(response.status).toBe(500);
		const [, digest] = /digest\\*":\\*"(\d+)/.exec(await response.text()) ?? [];
		const id = response.headers.get("x-request-id") ?? "none";
		await service.says(`"request_id":"${id}","client_ip"`);
		const lines = service
			.output()
			.split("\n")
			.filter((line) => line.includes(id))
			.map((line) => JSON.parse(line));
		expect(lines).toEqual([
			expect.objectContaining({
				level: "error",
				msg: "a page failed",
				err: expect.objectContaining({ type: "PrismaClientKnownRequestError", code: "P2007" }),
				digest,
				path: "/designs/…",
				route: "/designs/[id]",
			}),
			expect.objectContaining({ level: "error", msg: "request", path: "/designs/…", status: 500 }),
		]);
		for (const kept of ["do-not-log-this", "nor-this", session]) expect(service.output()).not.toContain(kept);
	});
});

describe("sign-in, by Next", () => {
	test("works with what the first start named: a file, as its output has no password", async () => {
		const { email, password } = await firstSignIn();
		expect(service.output()).not.toContain(password);
		const csrf = await fetch(`${service.url}/api/auth/csrf`);
		const { csrfToken } = await csrf.json();
		const cookies = csrf.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
		const body = new URLSearchParams({ csrfToken, email, password, json: "true" }).toString();
		const answer = await sendRaw(
			service.port,
			`POST /api/auth/callback/credentials HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\nConnection: close\r\nCookie: ${cookies.join("; ")}\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
		);
		expect(answer.status).toBe(200);
		const session = /[\w.-]*session[\w.-]*=[^;,]+/.exec(answer.headers["set-cookie"] ?? "")?.[0] ?? "";
		expect(session).not.toBe("");
		const designs = await fetch(`${service.url}/targeting/designs`, { headers: { cookie: session } });
		expect(designs.status).toBe(200);
	});

	test("signing out ends the session for every copy of its cookie, also of those renewed before, and no other of the same person", async () => {
		const { email, password } = await firstSignIn();
		const [first, other] = [
			await openSession(service.url, email, password),
			await openSession(service.url, email, password),
		];
		const seen = async (path: string, cookie: string) => fetch(`${service.url}${path}`, { headers: { cookie } });
		const renewal = (await seen("/api/auth/session", first.cookie)).headers.getSetCookie();
		const renewed = renewal.find((line) => line.startsWith("targeting.session="))?.split(";")[0] ?? "none";
		const all = [first.cookie, renewed, other.cookie];
		const statuses = () => Promise.all(all.map(async (cookie) => (await seen("/targeting/designs", cookie)).status));
		expect(await statuses()).toEqual([200, 200, 200]);
		const csrf = await fetch(`${service.url}/api/auth/csrf`);
		const { csrfToken } = await csrf.json();
		const cookies = csrf.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
		const out = await fetch(`${service.url}/api/auth/signout`, {
			method: "POST",
			headers: { cookie: [...cookies, first.cookie].join("; ") },
			body: new URLSearchParams({ csrfToken, json: "true" }),
		});
		expect(out.status).toBe(200);
		expect(await statuses()).toEqual([401, 401, 200]);
	});

	test.each(["x", "javascript:1", "http://", "//", "", undefined])(
		"takes no harm from a cookie that leads to %j, which another program on the host may have set",
		async (value) => {
			const { email, password } = await firstSignIn();
			const broken =
				value === undefined ? "next-auth.callback-url" : `next-auth.callback-url=${encodeURIComponent(value)}`;
			const { cookie } = await openSession(service.url, email, password, broken);
			const session = await fetch(`${service.url}/api/auth/session`, { headers: { cookie: `${broken}; ${cookie}` } });
			expect([session.status, await session.json()]).toEqual([
				200,
				{ expires: expect.any(String), user_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
			]);
		},
	);

	test("takes no harm from a query, and the log no lines that a caller made up", async () => {
		const forged = encodeURIComponent('x\n{"level":"fatal","msg":"made up"}');
		const answers = [
			["session", 200],
			["csrf", 200],
			["providers", 200],
			["signin", 302],
			["error", 302],
		] as const;
		for (const [action, status] of answers) {
			for (const query of [
				`callbackUrl=${forged}`,
				`error=${forged}`,
				"error=%00",
				"error=%E2%82%AC",
				"callbackUrl=x&callbackUrl=/",
			]) {
				const asked = `${service.url}/api/auth/${action}?${query}`;
				expect([asked, (await fetch(asked, { redirect: "manual" })).status]).toEqual([asked, status]);
			}
		}
		const stale = await fetch(`${service.url}/api/auth/session`, {
			headers: { cookie: "targeting.session=a.b.c.d.e" },
		});
		expect([stale.status, await stale.json()]).toEqual([200, {}]);
		expect(service.output()).not.toMatch(/made up|next-auth/);
	});

	test("its page has a policy whose nonce is in its scripts", async () => {
		const page = await fetch(`${service.url}/signin`);
		const [, nonce = "none"] = /'nonce-([^']+)'/.exec(page.headers.get("content-security-policy") ?? "") ?? [];
		const html = await page.text();
		// JSON is data, which nothing runs.
		const inline = html.match(/<script(?![^>]*\s(?:src=|type="application\/json"))[^>]*>/g) ?? [];
		expect(inline.length).toBeGreaterThan(0);
		expect(inline.filter((tag) => !tag.includes(nonce))).toEqual([]);
	});
});

describe("the process", () => {
	/**
	 * One directory for all of them, as each leaves it in order: a start with an existing database
	 * is quick.
	 */
	let own: DataDirectory;

	beforeAll(async () => {
		own = await migratedDataDirectory();
	});

	afterAll(() => own.remove());

	test("finishes what is under way when it is told to stop, and starts again without asking to sign in; both starts warn of plain HTTP from other machines, and no other start", async () => {
		const settings = { DATA_DIR: own.path, ALLOW_PLAIN_HTTP: "true" };
		const first = await startService(settings);
		expect(first.output()).toMatch(/Sign in at \S+\/signin as /);
		const idle = await openSocket(first.port);
		const busy = await openSocket(first.port);
		busy.write(
			`POST /targeting/designs/${GUID}/request HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 10\r\n\r\nreaso`,
		);
		// As when its terminal is closed, or its log was rotated: that ends nothing.
		first.signal("SIGHUP");
		await first.says('"signal":"SIGHUP","msg":"ignoring SIGHUP: use SIGTERM or SIGINT to stop"');
		// Answered by the same server, so the request before is under way, too.
		await fetch(`${first.url}/api/health`);
		first.signal("SIGTERM");
		await first.says("stopping");
		busy.write("n=abc");
		const answer = parseAnswer(await readUntil(busy, () => false));
		expect(answer.status).toBe(401);
		expect(await first.ended).toBe(0);
		expect(first.output().trimEnd()).toMatch(/"msg":"stopping"\}\n(?:.*\n)*.*"msg":"stopped"\}$/);
		idle.destroy();

		const second = await startService(settings);
		expect(second.output()).not.toContain("Sign in at");
		// The log is written beside the program: its line may come after the one that says where
		// the service listens.
		await second.says("ALLOW_PLAIN_HTTP is set");
		expect(await second.stop("SIGINT")).toBe(0);
		const warning = /"level":"warn".*ALLOW_PLAIN_HTTP is set/;
		for (const open of [first, second]) expect(open.output()).toMatch(warning);
		expect(service.output()).not.toMatch(warning);
	});

	test("ends at once at the second signal", async () => {
		const stuck = await startService({ DATA_DIR: own.path });
		const busy = await openSocket(stuck.port);
		busy.write(`POST /targeting/designs/${GUID}/request HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n`);
		await fetch(`${stuck.url}/api/health`);
		stuck.signal("SIGTERM");
		await stuck.says("stopping");
		expect(await stuck.stop("SIGTERM")).toBe(143);
		busy.destroy();
	});

	test("speaks TLS with a certificate of its own", async () => {
		const certificate = "lib/processes/server/testing/localhost-cert.pem";
		const key = "lib/processes/server/testing/localhost-key.pem";
		const tls = await startService({ DATA_DIR: own.path, TLS_CERT_FILE: certificate, TLS_KEY_FILE: key });
		expect(tls.url).toMatch(/^https:/);
		const request = tlsRequest(`${tls.url}/api/health`, { ca: await readFile(certificate) }).end();
		const [response] = await once(request, "response");
		expect(response.statusCode).toBe(200);
		expect(await tls.stop()).toBe(0);
	});

	test("ends with a sentence when its port is taken, or its data is in use", async () => {
		const taken = createServer().listen(0, "127.0.0.1");
		await once(taken, "listening");
		const { port } = taken.address() as AddressInfo;
		const untouched = await dataDirectory();
		const onPort = await runService({ DATA_DIR: untouched.path, PORT: String(port) });
		expect(onPort.code).toBe(1);
		expect(await readdir(untouched.path)).toEqual([]);
		expect(onPort.output).toContain(`listens on port ${port} on 127.0.0.1 already`);
		taken.close();

		const onData = await runService({ DATA_DIR: data.path });
		expect(onData.code).toBe(1);
		expect(onData.output).toMatch(/The service cannot start: .*\n/);
	});
});
