import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { answerWhileStarting } from "./answer-while-starting";
import { createHttpServer } from "./http-server";

let close = () => {};
afterEach(() => close());

test("until a service serves, it is alive, and says what it is doing", async () => {
	const server = await createHttpServer({ TLS_CERT_FILE: undefined, TLS_KEY_FILE: undefined });
	close = () => {
		server.close();
		server.closeAllConnections();
	};
	let happening = "opening the database";
	const serve = answerWhileStarting(server, "/below", () => happening);
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/below`;

	const alive = await fetch(`${url}/api/health?x=1`);
	expect([alive.status, await alive.json()]).toEqual([200, { version: 4, status: "OK", response: {} }]);
	happening = "applying 3 migrations";
	const message = "the service is starting: applying 3 migrations";
	for (const path of ["/api/ready", "/targeting/designs", "/targeting/designs/", "/metrics"]) {
		const answer = await fetch(url + path, { method: path.endsWith("/") ? "POST" : "GET" });
		expect([path, answer.status, answer.headers.get("retry-after")]).toEqual([path, 503, "2"]);
		expect(await answer.json()).toMatchObject({ version: 4, status: "error", error_type: "Unavailable", message });
	}
	const token = await fetch(`${url}/token/grant?KEY=x`);
	expect([token.status, JSON.stringify(await token.json())]).toEqual([503, expect.stringContaining(message)]);
	const page = await fetch(`${url}/approvals`);
	expect([page.status, page.headers.get("refresh"), await page.text()]).toEqual([503, "2", `${message}\n`]);
	expect(page.headers.get("content-type")).toBe("text/plain; charset=utf-8");

	serve();
	server.on("request", (_incoming, outgoing) => outgoing.end("served"));
	expect(await (await fetch(`${url}/api/ready`)).text()).toBe("served");
});
