import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AgentFixture, ask } from "@/lib/agent/testing/agent-fixture";
import { proximityFile } from "@/lib/agent/testing/targeting-files";

const TOWER = { latitude: 48.8584, longitude: 2.2945, radius: 200 };
const POINTS = "/geopulse/proximity/indices";

let fixture: AgentFixture;
let socket: string;

beforeEach(async () => {
	fixture = await AgentFixture.create();
	socket = join(fixture.cacheDirectory, "agent.sock");
	fixture.service.activate(fixture.service.row(await proximityFile({ tower: [TOWER] }), { deployment_id: "p" }));
});
afterEach(() => fixture.stop());

/** Asks over the Unix socket. */
async function askThere(path: string, body?: unknown): Promise<unknown> {
	const sent = request({ socketPath: socket, path, method: body === undefined ? "GET" : "POST", agent: false });
	sent.end(body === undefined ? undefined : JSON.stringify(body));
	const [response] = await once(sent, "response");
	let text = "";
	for await (const chunk of response) text += chunk;
	return JSON.parse(text);
}

test("an agent answers on the socket as on its port, and removes it", async () => {
	const agent = await fixture.startAgent({ socket });
	await agent.whenSynced();
	const path = `${POINTS}?latitude=48.8584&longitude=2.2945`;
	const answer = await askThere(path);
	expect(answer).toHaveLength(1);
	expect(answer).toEqual(await ask(agent, path));
	expect(await askThere(POINTS, [TOWER])).toEqual([answer]);
	expect(await askThere("/ready")).toMatchObject({ ready: true });
	expect((await stat(socket)).mode & 0o777).toBe(0o660);
	await agent.stop();
	expect((await readdir(fixture.cacheDirectory)).filter((name) => name.startsWith("agent.sock"))).toEqual([]);
});

test("the socket of a crashed agent is replaced, that of a running process and another file are not", async () => {
	const crash = `require("node:net").createServer().listen(${JSON.stringify(socket)}, () => process.kill(process.pid, 9))`;
	await once(spawn(process.execPath, ["-e", crash], { stdio: "ignore" }), "exit");
	expect((await stat(socket)).isSocket()).toBe(true);
	const agent = await fixture.startAgent({ socket });
	expect(await askThere("/ready")).toHaveProperty("ready");
	await agent.stop();

	const other = createServer().listen(socket);
	await once(other, "listening");
	await expect(fixture.startAgent({ socket })).rejects.toThrow(`another process answers on ${socket}`);
	other.close();
	await once(other, "close");
	await writeFile(socket, "a file");
	await expect(fixture.startAgent({ socket })).rejects.toThrow(`${socket} is there already, and no socket`);
	expect(await readFile(socket, "utf8")).toBe("a file");
});
