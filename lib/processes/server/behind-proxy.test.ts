import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askProxy, type ProxyAnswer, type ProxyRequest } from "@/lib/tools/testing/ask-proxy";
import { eventually } from "@/lib/tools/testing/eventually";
import { findServer } from "@/lib/tools/testing/find-server.mjs";
import { PROXY_NAMES, type ProxyName, type StartedProxy, startProxy } from "@/lib/tools/testing/proxies";
import { openSession } from "./testing/sign-in";
import { type DataDirectory, migratedDataDirectory, type StartedService, startService } from "./testing/start-service";

const PROGRAMS = PROXY_NAMES.map((name) => ({ name, found: findServer(name) }));
/** Addresses of this machine, of which the proxies have the first. */
const [PROXY, CLIENT, OTHER] = ["127.0.0.1", "127.0.0.2", "127.0.0.3"] as const;
const LIMIT = 4 * 1024 * 1024;
const HEADER = "device_id,segment,seen_at\n";
const VISIT = "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11,gym,2026-02-27T08:00:00Z\n";
/** Of 3 MB, and nginx takes 1 MB without being told. */
const LARGE = HEADER + VISIT.repeat(50_000);
const VERSIONS = [1, 2] as const;

let data: DataDirectory;
let service: StartedService;
let account: { readonly email: string; readonly password: string };
/** Of the operator, and one that works from a single address. */
let keys: { readonly everywhere: string; readonly fromClient: string };
const proxies: Partial<Record<ProxyName, StartedProxy>> = {};
/** Of bodies that fall silent, which the service waits a minute for. */
const silent: Partial<Record<ProxyName, Promise<ProxyAnswer>>> = {};
beforeAll(async () => {
	data = await migratedDataDirectory();
	service = await startService({ DATA_DIR: data.path, TRUSTED_PROXIES: PROXY, INVENTORY_MAX_BYTES: String(LIMIT) });
	const [, email = "", file = ""] = /as (\S+) with the password in (.+)/.exec(service.output()) ?? [];
	account = { email, password: (await readFile(file, "utf8")).trim() };
	const session = await openSession(service.url, email, account.password);
	keys = {
		everywhere: await session.issueKey(["manage", "administer"]),
		fromClient: await session.issueKey(["manage"], [CLIENT]),
	};
	for (const { name, found } of PROGRAMS) {
		if (found === null) continue;
		const proxy = await startProxy(name, found, [service.port]);
		proxies[name] = proxy;
		await createSource(proxy, name);
		silent[name] = uploadTo(proxy, name, { version: 2, send: (body) => void body.write(HEADER) });
	}
});
afterAll(async () => {
	for (const proxy of Object.values(proxies)) await proxy.stop();
	await service.stop();
	await data.remove();
});

const bearer = (key = keys.everywhere) => ({ authorization: `Bearer ${key}` });

function uploadTo({ port }: StartedProxy, source: string, asked: Partial<ProxyRequest>): Promise<ProxyAnswer> {
	const headers = { ...bearer(), "content-type": "text/csv" };
	return askProxy(port, { path: `/api/inventory-sources/${source}/imports`, method: "POST", ...asked, headers });
}

function create({ port }: StartedProxy, path: string, body: object, headers: Record<string, string> = bearer()) {
	return askProxy(port, {
		...{ path, method: "POST" },
		headers: { ...headers, "content-type": "application/json" },
		send: (stream) => void stream.end(JSON.stringify(body)),
	});
}

/** @returns its id */
async function createSource(proxy: StartedProxy, slug: string): Promise<string> {
	const created = await create(proxy, "/api/inventory-sources", { slug, name: slug });
	expect(created.status).toBe(201);
	return JSON.parse(await created.text()).response.data.id;
}

describe.each(PROGRAMS)("the service behind $name", ({ name, found }) => {
	const tested = test.skipIf(found === null);
	let proxy: StartedProxy;
	beforeAll(() => {
		if (proxies[name] !== undefined) proxy = proxies[name];
	});

	const ask = (asked: ProxyRequest) => askProxy(proxy.port, asked);
	const upload = (asked: Partial<ProxyRequest>) => uploadTo(proxy, name, asked);

	tested("serves pages by HTTPS, which browsers are sent to and keep", async () => {
		const sent = get({ host: PROXY, port: proxy.plainPort, path: "/signin?a=%2Fb", headers: { host: "localhost" } });
		const [redirect] = (await once(sent, "response")) as [IncomingMessage];
		expect(redirect.resume().statusCode).toBeOneOf([301, 308]);
		expect(redirect.headers.location).toMatch(/^https:\/\/localhost(?::\d+)?\/signin\?a=%2Fb$/);
		for (const version of VERSIONS) {
			const page = await ask({ path: "/signin", version });
			expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
			expect(page.headers["strict-transport-security"]).toBe("max-age=31536000");
			expect(await page.text()).toContain("Sign in");
			const inside = await ask({ path: "/designs", version });
			expect(inside.status).toBe(307);
			expect(new URL(inside.headers.location ?? "", `https://localhost:${proxy.port}`).origin).toBe(
				`https://localhost:${proxy.port}`,
			);
			await inside.text();
		}
	});

	tested("keeps sessions in cookies for HTTPS alone, and takes writes of its own pages", async () => {
		const given = await ask({ path: "/api/auth/csrf" });
		const { csrfToken } = JSON.parse(await given.text());
		const cookies = (given.headers["set-cookie"] ?? []).map((line) => line.split(";")[0]);
		const form = new URLSearchParams({ csrfToken, ...account, json: "true" }).toString();
		const signedIn = await ask({
			...{ path: "/api/auth/callback/credentials", method: "POST", version: 2 },
			headers: { cookie: cookies.join("; "), "content-type": "application/x-www-form-urlencoded" },
			send: (body) => void body.end(form),
		});
		await signedIn.text();
		const session = signedIn.headers["set-cookie"]?.find((line) => line.includes("session")) ?? "none";
		expect(session).toMatch(/^__Host-[^;]+;.*; Secure/);
		const from = (origin: string) =>
			create(proxy, "/api/place-categories", { name }, { cookie: session.split(";")[0] ?? "", origin });
		const [own, foreign] = [await from(`https://localhost:${proxy.port}`), await from("https://a.example")];
		expect([own.status, foreign.status]).toEqual([201, 403]);
		for (const answer of [own, foreign]) await answer.text();
	});

	tested("sees the client's address, whatever clients say of themselves", async () => {
		const said = {
			...{ "x-forwarded-for": CLIENT, "x-real-ip": CLIENT, forwarded: `for=${CLIENT};proto=http;host=a.example` },
			...{ "x-forwarded-proto": "http", "x-forwarded-host": "a.example", "x-forwarded-port": "1" },
		};
		for (const version of VERSIONS) {
			const path = "/api/inventory-sources";
			const own = await ask({ path, version, from: CLIENT, headers: { ...bearer(keys.fromClient), ...said } });
			const stolen = await ask({ path, version, from: OTHER, headers: { ...bearer(keys.fromClient), ...said } });
			expect([own.status, stolen.status]).toEqual([200, 401]);
			for (const answer of [own, stolen]) await answer.text();
		}
		await service.says(`"client_ip":"${OTHER}"`);
	});

	tested("takes large bodies, and refuses those beyond the service's limit in its words", async () => {
		for (const version of VERSIONS) {
			const taken = await upload({ version, send: (body) => void body.end(LARGE) });
			expect([taken.status, await taken.text()]).toEqual([200, expect.stringContaining('"device_count":1')]);
			// By HTTP/1.1 Caddy waits for the end of a body whose sender falls silent.
			const rows = HEADER + VISIT.repeat(70_000);
			const send: ProxyRequest["send"] = (body) => void (version === 1 ? body.end(rows) : body.write(rows));
			const refused = await upload({ version, send });
			expect([refused.status, await refused.text()]).toEqual([413, expect.stringContaining('"error_type":"TooLarge"')]);
			refused.leave();
		}
	});

	tested("passes events on as they come, and ends streams whose readers left", async () => {
		for (const version of VERSIONS) {
			const stream = await ask({ path: "/api/events", version, headers: bearer() });
			expect([stream.status, stream.headers["content-type"]]).toEqual([200, "text/event-stream; charset=utf-8"]);
			let text = "";
			stream.body.on("data", (chunk) => {
				text += chunk;
			});
			await eventually(() => expect(text).toContain(": connected"));
			const id = await createSource(proxy, `${name}-${version}`);
			await eventually(() => expect(text).toContain(id));
			stream.leave();
		}
		// A user has 20 at a time.
		for (let opened = 0; opened < 25; opened += 1) {
			const stream = await eventually(async () => {
				const answer = await ask({ path: "/api/events", version: VERSIONS[opened % 2] ?? 1, headers: bearer() });
				if (answer.status !== 200) answer.leave();
				expect(answer.status).toBe(200);
				return answer;
			});
			await once(stream.body, "data");
			stream.leave();
		}
	});

	tested("waits for a body as long as the service, whose answer arrives", async () => {
		const answer = await silent[name];
		expect([answer?.status, await answer?.text()]).toEqual([408, expect.stringContaining("the body came slower than")]);
	});
});
