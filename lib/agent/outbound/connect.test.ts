import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { trustFurther } from "@/lib/agent/outbound/authorities";
import { openConnection } from "@/lib/agent/outbound/connect";
import { findProxy } from "@/lib/agent/outbound/proxy";
import { AUTHORITY, SERVICE_CERTIFICATE } from "@/lib/agent/testing/certificates";
import { ConnectProxy } from "@/lib/agent/testing/connect-proxy";

const SERVER = "https://targeting.test:8443";
let proxy: ConnectProxy;

beforeEach(async () => {
	proxy = await ConnectProxy.start(SERVICE_CERTIFICATE);
});
afterEach(() => proxy.stop());

/** How a connection through the proxy fails. */
async function failure(connectMs: number, authorities: readonly string[]): Promise<string> {
	const route = { proxy: findProxy(SERVER, { HTTPS_PROXY: proxy.url }), trust: trustFurther(authorities), connectMs };
	return openConnection(new URL(SERVER), route).then(
		() => "connected",
		(error: Error) => error.message,
	);
}

describe("openConnection", () => {
	test("does not wait for a proxy that never answers", async () => {
		proxy.isSilent = true;
		expect(await failure(200, [AUTHORITY])).toBe(
			`the proxy ${proxy.url} did not connect to targeting.test:8443 in time`,
		);
	});

	test("names a proxy that hangs up", async () => {
		proxy.isSilent = true;
		const failed = failure(10_000, [AUTHORITY]);
		while (proxy.tunnels.length === 0) await new Promise((resolve) => setImmediate(resolve));
		proxy.cut();
		expect(await failed).toBe(`the proxy ${proxy.url} ended the connection to targeting.test:8443 without an answer`);
	});

	test("names the proxy whose own certificate is not trusted", async () => {
		expect(await failure(10_000, [])).toBe(
			`the certificate of the proxy ${proxy.url} (HTTPS_PROXY) is from an authority that is not trusted (unable to verify the first certificate): name the authority's certificate with --ca`,
		);
	});
});
