import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AgentOptions } from "@/lib/agent/options";
import { findProxy } from "@/lib/agent/outbound/proxy";
import { AgentFixture, codesAt } from "@/lib/agent/testing/agent-fixture";
import { AUTHORITY, OTHER_AUTHORITY, SERVICE_CERTIFICATE } from "@/lib/agent/testing/certificates";
import { ConnectProxy } from "@/lib/agent/testing/connect-proxy";
import { proximityFile } from "@/lib/agent/testing/targeting-files";
import { serveFile } from "@/lib/agent/testing/targeting-service";

const TOWER = { latitude: 48.8584, longitude: 2.2945, radius: 200 };

let fixture: AgentFixture;
let proxy: ConnectProxy;

beforeEach(async () => {
	fixture = await AgentFixture.create(undefined, SERVICE_CERTIFICATE);
	proxy = await ConnectProxy.start();
});

afterEach(async () => {
	await fixture.stop();
	await proxy.stop();
});

/** The service under a name that this machine does not know, so that only the proxy reaches it. */
function behindProxy(variable = proxy.url, host = "targeting.test"): Partial<AgentOptions> {
	const url = new URL(fixture.service.url);
	url.hostname = host;
	const server = url.origin;
	return {
		server,
		authorities: [AUTHORITY],
		proxy: findProxy(server, { HTTPS_PROXY: variable, HTTP_PROXY: variable }),
	};
}

/** The error of the first request that fails. */
async function firstError(options: Partial<AgentOptions>): Promise<string> {
	const agent = await fixture.startAgent(options);
	await agent.when(() => fixture.log.some(({ level }) => level === "error"));
	await agent.stop();
	return String(fixture.log.find(({ level }) => level === "error")?.fields.error);
}

describe("an agent behind a proxy", () => {
	test("follows, downloads and reports through tunnels that it keeps", async () => {
		const { service } = fixture;
		const agent = await fixture.startAgent(behindProxy());
		await agent.whenSynced();
		service.activate(service.row(await proximityFile({ tower: [TOWER] }), { deployment_id: "p" }));
		await agent.when(() => agent.snapshot.files.length === 1);
		expect(await codesAt(agent, TOWER.latitude, TOWER.longitude)).toEqual(["tower"]);
		while (service.reports.length < 8) await once(service, "report");
		service.activate();
		await agent.when(() => agent.snapshot.files.length === 0);
		const place = `targeting.test:${new URL(service.url).port}`;
		expect(new Set(proxy.tunnels)).toEqual(new Set([place]));
		expect(proxy.tunnels.length).toBeLessThan(5);
		expect(fixture.log).toContainEqual({
			level: "info",
			message: "reaching the service through a proxy",
			fields: { proxy: proxy.url, setting: "HTTPS_PROXY" },
		});
	});

	test("gives the proxy user and password, and tells them to nobody", async () => {
		proxy.credentials = "me@corp:s3cret:word";
		const agent = await fixture.startAgent(behindProxy(proxy.url.replace("//", "//me%40corp:s3cret%3Aword@")));
		await agent.whenSynced();
		expect(proxy.tunnels.length).toBeGreaterThan(0);
		await agent.stop();
		expect(JSON.stringify(fixture.log)).not.toMatch(/s3cret|Basic/);
	});

	test("resumes a download whose tunnel breaks", async () => {
		const { service } = fixture;
		let cuts = 0;
		service.onFile = (bytes, request, response) => {
			if (cuts++ > 0) return serveFile(bytes, request, response);
			response.writeHead(200, { "Content-Length": bytes.length });
			response.write(bytes.subarray(0, 100), () => setImmediate(() => proxy.cut()));
		};
		service.activate(service.row(await proximityFile({ tower: [TOWER] }), { deployment_id: "p" }));
		const agent = await fixture.startAgent(behindProxy());
		await agent.when(() => agent.snapshot.files.length === 1);
		expect(service.fileRequests.length).toBeGreaterThan(1);
	});

	test("is reached by TLS itself", async () => {
		const secure = await ConnectProxy.start(SERVICE_CERTIFICATE);
		try {
			const agent = await fixture.startAgent(behindProxy(secure.url));
			await agent.whenSynced();
			expect(secure.tunnels.length).toBeGreaterThan(0);
			await agent.stop();
		} finally {
			await secure.stop();
		}
	});

	test("passes on the requests of an address without TLS", async () => {
		const plain = await AgentFixture.create();
		try {
			const url = new URL(plain.service.url);
			url.hostname = "targeting.test";
			proxy.credentials = "me:secret";
			const HTTP_PROXY = proxy.url.replace("//", "//me:secret@");
			const { service } = plain;
			service.activate(service.row(await proximityFile({ tower: [TOWER] }), { deployment_id: "p" }));
			const agent = await plain.startAgent({ server: url.origin, proxy: findProxy(url.origin, { HTTP_PROXY }) });
			await agent.when(() => agent.snapshot.files.length === 1);
			expect(proxy.forwarded).toContain(`${url.origin}/api/agent/deployments`);
			expect(proxy.tunnels).toEqual([]);
			await agent.stop();
			proxy.credentials = "me:another";
			const refused = await plain.startAgent({ server: url.origin, proxy: findProxy(url.origin, { HTTP_PROXY }) });
			await refused.when(() => plain.log.some(({ level }) => level === "error"));
			const error = `the proxy ${proxy.url} rejected the user or the password (407): write http://user:password@host:port in HTTP_PROXY`;
			expect(plain.log.find(({ level }) => level === "error")?.fields.error).toBe(error);
		} finally {
			await plain.stop();
		}
	});

	test("NO_PROXY goes past a proxy that is away", async () => {
		const plain = await AgentFixture.create();
		try {
			// Reaches this machine, and is none of its own addresses, which never need a proxy.
			const server = plain.service.url.replace("127.0.0.1", "0.0.0.0");
			const environment = { HTTP_PROXY: "http://127.0.0.1:9", NO_PROXY: "10.0.0.0/8,0.0.0.0/8" };
			const agent = await plain.startAgent({ server, proxy: findProxy(server, environment) });
			await agent.whenSynced();
			expect(plain.log.filter(({ level }) => level === "error")).toEqual([]);
		} finally {
			await plain.stop();
		}
	});
});

describe("what is in the way is named", () => {
	const place = () => `targeting.test:${new URL(fixture.service.url).port}`;

	test("a proxy that is away", async () => {
		const url = proxy.url;
		await proxy.stop();
		expect(await firstError(behindProxy(url))).toBe(
			`could not connect to the proxy ${url} (HTTPS_PROXY): connect ECONNREFUSED ${new URL(url).host}`,
		);
		proxy = await ConnectProxy.start();
	});

	test("a proxy that wants credentials, or others", async () => {
		proxy.credentials = "me:right";
		const how = "write http://user:password@host:port in HTTPS_PROXY";
		expect(await firstError(behindProxy())).toBe(`the proxy ${proxy.url} requires a user and a password (407): ${how}`);
		fixture.log.length = 0;
		const wrong = behindProxy(proxy.url.replace("//", "//me:wrong@"));
		expect(await firstError(wrong)).toBe(`the proxy ${proxy.url} rejected the user or the password (407): ${how}`);
	});

	test("a proxy that refuses", async () => {
		proxy.refuseWith = 403;
		expect(await firstError(behindProxy())).toBe(
			`the proxy ${proxy.url} refused to connect to ${place()} (403 Not Here): allow it there, or name the host in NO_PROXY`,
		);
	});

	test.each([
		["only those that Node.js trusts", []],
		["another one", [OTHER_AUTHORITY]],
	])("an authority that is not trusted: %s", async (_, authorities) => {
		expect(await firstError({ ...behindProxy(), authorities })).toBe(
			`the certificate of ${place()} through the proxy ${proxy.url} is from an authority that is not trusted (unable to verify the first certificate): name the authority's certificate with --ca`,
		);
	});

	test("a certificate for another name", async () => {
		expect(await firstError(behindProxy(proxy.url, "elsewhere.test"))).toMatch(
			/^the certificate of elsewhere\.test:\d+ through the proxy \S+ is not valid \(Hostname\/IP does not match/,
		);
	});

	test("an untrusted certificate without a proxy", async () => {
		const { url } = fixture.service;
		expect(await firstError({ server: url, authorities: [] })).toBe(
			`the certificate of ${new URL(url).host} is from an authority that is not trusted (unable to verify the first certificate): name the authority's certificate with --ca`,
		);
	});
});
