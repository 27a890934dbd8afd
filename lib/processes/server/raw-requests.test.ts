import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
	getRaw,
	openSocket,
	parseAnswer,
	type RawAnswer,
	readUntil,
	sendRaw,
} from "@/lib/processes/server/testing/raw-http";
import { type HttpSession, openSession } from "@/lib/processes/server/testing/sign-in";
import {
	type DataDirectory,
	migratedDataDirectory,
	type StartedService,
	startService,
} from "@/lib/processes/server/testing/start-service";

const GUID = "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11";
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "CONNECT"];
const FORM = "application/x-www-form-urlencoded";

/**
 * Every path of the contract, with the method that it accepts and what a well-formed request to it
 * answers here.
 */
const PATHS = [
	["GET", "/token/user", 400],
	["GET", `/token/user/${GUID}`, 404],
	["GET", "/targeting/designs", 200],
	["GET", "/targeting/builds", 200],
	["GET", "/targeting/deployments", 200],
	["GET", `/targeting/designs/${GUID}`, 404],
	["POST", `/targeting/designs/${GUID}/request`, 400],
	["POST", `/targeting/builds/${GUID}/request`, 400],
	["POST", `/targeting/deployments/${GUID}/cancel`, 404],
	["POST", `/targeting/deployments/${GUID}/reject`, 404],
	["POST", `/targeting/deployments/${GUID}/activate`, 404],
	["POST", `/targeting/deployments/${GUID}/deactivate`, 404],
	["POST", `/targeting/deployments/${GUID}/delete`, 404],
	["POST", `/targeting/deployments/${GUID}/tag`, 400],
] as const;
const READS = PATHS.filter(([method]) => method === "GET");
const ACTIONS = PATHS.filter(([method]) => method === "POST");

/** Encodings that are none, or that stand for what no text may hold. */
const BROKEN = [
	["a broken percent-encoding", "%zz"],
	["a percent sign at the end", "a%"],
	["broken UTF-8", "%c3%28"],
	["bytes that are no UTF-8", "%ff%fe"],
	["NUL", "a%00b"],
	["half a surrogate pair", "%ED%A0%80"],
	["the other half", "%ED%BF%BF"],
	["an overlong slash", "%c0%af"],
	["beyond Unicode", "%f4%90%80%80"],
	["raw bytes", "\u00e9\u00ff"],
] as const;

let data: DataDirectory;
let service: StartedService;
let session: HttpSession;
let key: string;
let serverKey: string;
/** Works from the customer's servers alone. */
let customerKey: string;
/** Everything that must stay out of the log. */
const secrets: string[] = [];

beforeAll(async () => {
	data = await migratedDataDirectory();
	service = await startService({
		DATA_DIR: data.path,
		BOOTSTRAP_EMAIL: "operator@service.example",
		BOOTSTRAP_PASSWORD: "a-password-for-this-test",
		// Who calls without a word of a proxy is on this machine.
		TRUSTED_PROXIES: "127.0.0.1",
	});
	session = await openSession(service.url, "operator@service.example", "a-password-for-this-test");
	key = await session.issueKey(["manage", "administer"]);
	serverKey = await session.issueKey(["tokens"]);
	customerKey = await session.issueKey(["manage", "tokens"], ["198.51.100.0/24"]);
	secrets.push("a-password-for-this-test", session.cookie, key, serverKey, customerKey);
});

afterAll(async () => {
	await service.stop();
	await data.remove();
});

const isToken = (path: string) => /^\/(t|%74)oken/.test(path);
const keyOf = (path: string) => (isToken(path) ? serverKey : key);
const withKey = (path: string, query = "") => `${path}?KEY=${keyOf(path)}${query}`;

/** A POST with exactly these headers and bytes. */
function post(path: string, body: string, headers = `Content-Type: ${FORM}\r\nContent-Length: ${body.length}\r\n`) {
	const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`;
	return sendRaw(service.port, head + body);
}
const chunked = (type: string, ...chunks: string[]) => ({
	headers: `Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n`,
	body: [...chunks, ""].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join(""),
});

/** Sends a well-formed request of the path's own method, with more in its query string or form. */
const ask = (method: string, path: string, more = "") =>
	method === "GET" ? getRaw(service.port, withKey(path, more)) : post(path, `KEY=${key}${more}`);

/** Holds an answer against what every answer has, and gives its body. */
function body(path: string, answer: RawAnswer): Record<string, unknown> {
	expect(answer.headers["content-type"]).toBe("application/json");
	expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
	expect(answer.headers["cache-control"]).toBe("no-store");
	expect(answer.headers["referrer-policy"]).toBe("no-referrer");
	expect(answer.status).toBeLessThan(500);
	const parsed: Record<string, unknown> = JSON.parse(answer.body);
	expect(parsed.version).toBe(4);
	if (answer.status !== 200) {
		expect(Object.keys(parsed).sort()).toEqual(
			isToken(path) ? ["message", "status", "version"] : ["error_type", "message", "status", "version"],
		);
		expect(parsed.status).toBe("error");
	}
	return parsed;
}

function expectRefusal(path: string, answer: RawAnswer, status: number, errorType: string, what = ""): void {
	expect([path, what, answer.status, answer.body]).toEqual([path, what, status, expect.any(String)]);
	const parsed = body(path, answer);
	if (!isToken(path)) expect(parsed.error_type).toBe(errorType);
}

describe.each(PATHS)("%s %s", (method, path, usual) => {
	const allow = method === "GET" ? "GET, HEAD, OPTIONS" : "POST, OPTIONS";

	test("answers alike in both spellings, without a redirect", async () => {
		for (const spelling of [path, `${path}/`, path.replace("/t", "/%74")]) {
			const answer = await ask(method, spelling);
			expect([spelling, answer.status]).toEqual([spelling, usual]);
			body(path, answer);
			expect(answer.headers.location).toBeUndefined();
		}
	});

	test("has no other method: 405 with Allow, before anything else is looked at", async () => {
		for (const wrong of METHODS.filter((name) => name !== method)) {
			for (const spelling of [path, `${path}/`, `${path}?KEY=%zz`]) {
				const answer = await getRaw(service.port, spelling, wrong, "Content-Length: 0\r\n");
				expectRefusal(path, answer, 405, "MethodNotAllowed", wrong);
				expect(answer.headers.allow).toBe(allow);
				if (isToken(path)) expect(JSON.parse(answer.body).message).toBe("method not allowed");
			}
		}
	});

	test("HEAD is GET without a body, OPTIONS 204 with Allow and what a preflight asks", async () => {
		const head = await getRaw(service.port, withKey(path), "HEAD");
		expect([head.status, head.body]).toEqual([method === "GET" ? usual : 405, ""]);
		const options = await getRaw(service.port, path, "OPTIONS", "Origin: https://customer.example\r\n");
		expect([options.status, options.body, options.headers.allow]).toEqual([204, "", allow]);
		expect(options.headers).toMatchObject({
			"access-control-allow-origin": "*",
			"access-control-allow-methods": allow,
			"access-control-allow-headers": expect.stringContaining("Authorization"),
		});
		expect(options.headers["access-control-allow-credentials"]).toBeUndefined();
	});

	test("refuses broken encodings, wherever they stand: 400", async () => {
		for (const [what, broken] of BROKEN) {
			for (const more of [`&q=${broken}`, `&${broken}=1`]) {
				expectRefusal(path, await ask(method, path, more), 400, "InvalidArgument", what);
			}
			const inPath = path.includes(GUID) ? path.replace(GUID, broken) : `${path}/${broken}/x`;
			expectRefusal(path, await ask(method, inPath), 400, "InvalidArgument", `${what} in the path`);
		}
	});

	test("refuses what nobody sends, with the reason", async () => {
		const many = Array.from({ length: 3_000 }, () => "a=1").join("&");
		expectRefusal(path, await ask(method, path, `&${many}`), 400, "InvalidArgument", "3,000 parameters");
		const tenThousand = Array.from({ length: 10_000 }, (_, index) => `p${index}=1`).join("&");
		const long = "x".repeat(1_000_000);
		if (method === "GET") {
			expectRefusal(path, await ask(method, path, `&q=${"x".repeat(17_000)}`), 414, "TooLarge", "a long address");
			expectRefusal(path, await ask(method, path, `&${tenThousand}`), 431, "TooLarge", "10,000 parameters");
			expectRefusal(path, await ask(method, path, `&q=${long}`), 431, "TooLarge", "1 MB");
		} else {
			expectRefusal(path, await ask(method, path, `&${tenThousand}`), 400, "InvalidArgument", "10,000 parameters");
			expectRefusal(path, await ask(method, path, `&message=${long}`), 400, "InvalidArgument", "1 MB");
			expectRefusal(path, await ask(method, path, `&message=${long}${long}`), 413, "TooLarge", "2 MB");
		}
	});

	test("minds no header that it does not know, and refuses more than fit", async () => {
		const target = withKey(path);
		const headers = (length: number) => Array.from({ length }, (_, index) => `X-H${index}: 1\r\n`).join("");
		expect((await getRaw(service.port, target, "GET", headers(500))).status).toBe(method === "GET" ? usual : 405);
		// From Node.js 22 on these are more than fit; where they fit, none is dropped: a second
		// Host is an error.
		const second = await getRaw(service.port, target, "GET", `${headers(1_500)}Host: another\r\n`);
		expect([400, 431]).toContain(second.status);
		for (const unusual of [
			"Expect: miracles",
			"Connection: Upgrade\r\nUpgrade: websocket",
			"X-HTTP-Method-Override: PATCH",
		]) {
			const answer = await getRaw(service.port, target, "GET", `${unusual}\r\n`);
			expect([unusual, answer.status]).toEqual([unusual, method === "GET" ? usual : 405]);
		}
		expectRefusal(path, await getRaw(service.port, target, method, headers(10_000)), 431, "TooLarge", "10,000 headers");
	});
});

describe.each(READS)("%s %s", (_method, path, usual) => {
	test("does not look at a body", async () => {
		for (const [what, request] of [
			["declared", `Content-Length: 9\r\nContent-Type: text/plain\r\n\r\nKEY=wrong`],
			["chunked", `Transfer-Encoding: chunked\r\n\r\n9\r\nKEY=wrong\r\n0\r\n\r\n`],
		] as const) {
			const answer = await sendRaw(
				service.port,
				`GET ${withKey(path)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${request}`,
			);
			expect([what, answer.status]).toEqual([what, usual]);
		}
	});
});

describe.each(ACTIONS)("%s %s", (_method, path, usual) => {
	test("takes a body whole, in pieces, or with a charset", async () => {
		const fields = `KEY=${key}`;
		const pieces = chunked(FORM, fields.slice(0, 5), fields.slice(5));
		expect((await post(path, pieces.body, pieces.headers)).status).toBe(usual);
		const type = `Content-Type: Application/X-WWW-Form-Urlencoded; charset=utf-8\r\n`;
		expect((await post(path, fields, `${type}Content-Length: ${fields.length}\r\n`)).status).toBe(usual);
		const continued = `Expect: 100-continue\r\nContent-Type: ${FORM}\r\nContent-Length: ${fields.length}\r\n`;
		// What has come already needs no leave to come.
		expect((await post(path, fields, continued)).status).toBe(usual);
	});

	test("an empty body has no KEY: 401", async () => {
		const empty = chunked(FORM);
		for (const [what, answer] of [
			["no body", await post(path, "", "")],
			["no bytes", await post(path, "")],
			["no chunk", await post(path, empty.body, empty.headers)],
			["separators alone", await post(path, "&&&")],
		] as const) {
			expectRefusal(path, answer, 401, "Auth", what);
		}
	});

	test("takes nothing but form data: 415, before broken encodings and credentials", async () => {
		const fields = "KEY=%zz";
		for (const type of ["application/json", "text/plain", "multipart/form-data; boundary=x", "", "nonsense"]) {
			const headers = `Content-Type: ${type}\r\nContent-Length: ${fields.length}\r\n`;
			expectRefusal(path, await post(path, fields, headers), 415, "UnsupportedMediaType", type);
			expectRefusal(path, await post(`${path}?q=%zz`, fields, headers), 415, "UnsupportedMediaType", type);
		}
		const none = await post(path, fields, `Content-Length: ${fields.length}\r\n`);
		expectRefusal(path, none, 415, "UnsupportedMediaType", "no type");
		for (const encoding of ["gzip", "br", "identity, gzip"]) {
			const headers = `Content-Type: ${FORM}\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${fields.length}\r\n`;
			expectRefusal(path, await post(path, fields, headers), 415, "UnsupportedMediaType", encoding);
		}
		const asItIs = `Content-Type: ${FORM}\r\nContent-Encoding: Identity\r\nContent-Length: ${4 + key.length}\r\n`;
		expect((await post(path, `KEY=${key}`, asItIs)).status).toBe(usual);
		const two = `Content-Type: ${FORM}\r\nContent-Type: text/plain\r\nContent-Length: ${fields.length}\r\n`;
		const twice = await post(path, fields, two);
		expect([twice.status, body(path, twice).status]).toEqual([expect.toBeOneOf([400, 415]), "error"]);
	});

	test("refuses huge bodies, declared and chunked: 413, before their type", async () => {
		const declared = await post(path, "KEY=x", `Content-Type: text/plain\r\nContent-Length: 5000000000\r\n`);
		expectRefusal(path, declared, 413, "TooLarge", "declared");
		const megabytes = chunked("text/plain", ...Array.from({ length: 32 }, () => "x".repeat(65_536)));
		expectRefusal(path, await post(path, megabytes.body, megabytes.headers), 413, "TooLarge", "chunked");
		const behindQuery = await post(`${path}?q=%zz`, megabytes.body, megabytes.headers);
		expectRefusal(path, behindQuery, 413, "TooLarge", "behind a broken query string");
	});

	test("a body that ends too early is no request: 400", async () => {
		const socket = await openSocket(service.port);
		socket.end(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${FORM}\r\nContent-Length: 500\r\n\r\nKEY=`);
		const text = await readUntil(socket, () => false);
		socket.destroy();
		expectRefusal(path, parseAnswer(text), 400, "InvalidArgument", "cut off");
	});
});

test.each([
	["/token/users", "GET"],
	["/token", "POST"],
	["/token/user/a/b", "DELETE"],
	["/targeting", "GET"],
	["/targeting/design", "POST"],
	[`/targeting/designs/${GUID}/cancel`, "POST"],
	[`/targeting/deployments/${GUID}`, "GET"],
	["/targeting/designs//", "GET"],
	["/targeting/Designs", "GET"],
	["/api/nothing", "PUT"],
])("%s is no path of any API, to %s neither: the JSON 404", async (path, method) => {
	for (const spelling of [path, `${path}/`]) {
		expectRefusal(path, await getRaw(service.port, spelling, method, "Content-Length: 0\r\n"), 404, "NotFound");
	}
});

test("HTTP is minded: what is no request ends its connection with the JSON error, and nothing is smuggled behind it", async () => {
	const smuggled = `GET /targeting/designs?KEY=${key} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
	for (const [what, request] of [
		[
			"two lengths",
			`POST /targeting/designs HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n${smuggled}`,
		],
		[
			"a length and chunks",
			`POST /targeting/designs HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
		],
		["a folded header", `GET /targeting/designs HTTP/1.1\r\nHost: a\r\nX: 1\r\n 2\r\n\r\n${smuggled}`],
		[
			"a chunk that is none",
			`POST /targeting/deployments/${GUID}/tag HTTP/1.1\r\nHost: a\r\nContent-Type: ${FORM}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n${smuggled}`,
		],
		["two hosts", `GET /targeting/designs HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n${smuggled}`],
		["blanks in a header's name", `GET /targeting/designs HTTP/1.1\r\nHost : a\r\n\r\n${smuggled}`],
	] as const) {
		const answer = await sendRaw(service.port, request);
		expectRefusal("/targeting/designs", answer, 400, "InvalidArgument", what);
		expect([what, answer.body]).toEqual([what, expect.not.stringContaining("HTTP/1.1")]);
	}
});

test("two Authorization headers, or one of another form, are a wrong bearer", async () => {
	for (const header of [`Bearer ${key}`, "Bearer", "Basic eDp5", "bearer a b", `Bearer a\r\nAuthorization: Bearer b`]) {
		const answer = await getRaw(service.port, withKey("/targeting/designs"), "GET", `Authorization: ${header}\r\n`);
		expectRefusal("/targeting/designs", answer, 401, "Auth", header);
	}
});

describe.each(["/targeting/designs", `/token/user/${GUID}`])("%s through a trusted proxy", (path) => {
	const usual = isToken(path) ? 404 : 200;
	test.each([
		["of the key's addresses, over HTTPS", "198.51.100.7", "https", usual],
		["of the key's addresses, over plain HTTP", "198.51.100.7", "http", 403],
		["of another address", "198.51.101.7", "https", 401],
		["that only claims to be of the key's addresses", "198.51.100.7, 203.0.113.9", "https", 401],
	])("a caller %s", async (_who, forwarded, protocol, status) => {
		const headers = `X-Forwarded-For: ${forwarded}\r\nX-Forwarded-Proto: ${protocol}\r\n`;
		const answer = await getRaw(service.port, `${path}?KEY=${customerKey}`, "GET", headers);
		expect(answer.status).toBe(status);
		const { message } = body(path, answer);
		if (status === 403) expect(message).toBe("HTTPS required");
		if (status === 401) expect(message).toBe("invalid API key");
	});
});

test("a session's cookie that is left from plain HTTP counts over HTTPS neither for the API nor for a page", async () => {
	const seen = async (path: string, protocol: string) => {
		const headers = `Cookie: ${session.cookie}\r\nX-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: ${protocol}\r\n`;
		const local = `Cookie: ${session.cookie}\r\n`;
		return (await getRaw(service.port, path, "GET", protocol === "https" ? headers : local)).status;
	};
	const paths = ["/api/overview", "/designs", "/signin"];
	expect(await Promise.all(paths.map((path) => seen(path, "http")))).toEqual([200, 200, 307]);
	// The page sends to sign in who is nobody to the API, and the page that signs in does not send
	// them back.
	expect(await Promise.all(paths.map((path) => seen(path, "https")))).toEqual([401, 307, 200]);
});

test("no secret ever reaches the log, wherever a client puts it", async () => {
	const granted = await getRaw(
		service.port,
		withKey("/token/user", "&email=ada%40customer.example&first_name=Ada&last_name=Lovelace"),
	);
	const { token } = JSON.parse(granted.body).data;
	secrets.push(token);
	for (const secret of [key, serverKey, token]) {
		for (const target of [
			`/targeting/designs&KEY=${secret}`,
			`/targeting/designs/${secret}`,
			`/targeting/designs/KEY=${secret}/request`,
			`/targeting/${secret}/%zz`,
			`/token/user/${secret}?KEY=${secret}`,
			`/token/user&KEY=${secret}`,
			`/token/user?KEY=${secret}&KEY=${secret}`,
			`/targeting/designs?KEY=${secret}%zz`,
			`/targeting/designs?${secret}=1`,
			`/targeting/designs?KEY=${secret}&q=${secret}`,
			`http://${secret}@localhost/targeting/designs?KEY=${secret}`,
			`/api/health/${secret}`,
		]) {
			const answer = await getRaw(
				service.port,
				target,
				"GET",
				`Authorization: Bearer ${secret}\r\nX-KEY: ${secret}\r\n`,
			);
			expect([target, answer.status]).toEqual([target, expect.toBeOneOf([200, 400, 401, 404, 405])]);
		}
		for (const action of ["activate", "tag"]) {
			await post(`/targeting/deployments/${GUID}/${action}?KEY=${secret}`, `KEY=${secret}&tags=${secret}&x=1`);
		}
	}
	const last = await getRaw(service.port, "/targeting/nothing");
	await service.says(last.headers["x-request-id"] ?? "none");
	const log = service.output();
	for (const secret of secrets) expect(log).not.toContain(secret);
	expect(log).not.toMatch(/KEY=[^…]/);
});

test("none of all this was a fault of the service", () => {
	const lines = service
		.output()
		.split("\n")
		.filter((line) => line.startsWith("{"));
	expect(lines.length).toBeGreaterThan(500);
	const faults = lines.map((line) => JSON.parse(line)).filter(({ level }) => level !== "info" && level !== 30);
	expect(faults).toEqual([]);
});
