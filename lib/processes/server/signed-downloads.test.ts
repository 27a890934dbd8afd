import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { agentBundle } from "@/lib/agent/testing/agent-bundle";
import { attachExternalBuild } from "@/lib/domain/builds/attach-external-build";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { createAgentKey } from "@/lib/domain/targets/create-agent-key";
import { sampleMeta, withScratchFile } from "@/lib/formats/testing";
import { writeProximityFilter } from "@/lib/formats/write-proximity";
import { ROUTES } from "@/lib/generated/routes";
import { openFileStore } from "@/lib/platform/files/open-file-store";
import { log } from "@/lib/platform/log";
import { type Service, setService } from "@/lib/platform/service";
import { createApiServer } from "@/lib/processes/server/api-server/api-server";
import { compileTrustedProxies } from "@/lib/processes/server/client-address";
import { createRequestListener } from "@/lib/processes/server/request-listener";
import { dataDirectory } from "@/lib/processes/server/testing/start-service";
import { type ObjectStore, startObjectStore } from "@/lib/tools/testing/object-store";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createWorld, issueKey, type World } from "@/lib/tools/testing/world";

const HERE = { latitude: 48.8584, longitude: 2.2945 };
const PREFERS = { Prefer: "signed-url" };

let opened: TestService;
let service: Service;
let world: World;
let objects: ObjectStore;
let agentKey = "";
let url = "";
let fileUrl = "";
let content: Buffer;
/** Bytes that the service's own connections have sent. */
const connections: Socket[] = [];
const streamed = vi.fn();
/** Requests to the store by its public address. */
const fetched: IncomingMessage[] = [];
let refuses = false;
const stops: (() => unknown)[] = [];

async function listening(server: Server): Promise<string> {
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	stops.push(
		() => server.close(),
		() => server.closeAllConnections(),
	);
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The store under another address, which agents reach, and which can fail. */
const inFront = (endpoint: string) =>
	createServer((asked, answer) => {
		fetched.push(asked);
		if (refuses) return answer.writeHead(403).end("<Error><Code>AccessDenied</Code></Error>");
		const { method, url: path = "/", headers } = asked;
		request(new URL(path, endpoint), { method: method ?? "GET", headers }, (stored) => {
			answer.writeHead(stored.statusCode ?? 502, stored.headers);
			stored.pipe(answer);
		}).end();
	});

beforeAll(async () => {
	log.level = "silent";
	objects = await startObjectStore();
	stubCredentials();
	const endpoint = new URL(objects.url("")).searchParams.get("endpoint") ?? "";
	const FILE_STORE_URL = `${objects.url("files")}&public-endpoint=${await listening(inFront(endpoint))}`;
	opened = await createTestService(undefined, { FILE_STORE_URL, SIGNED_DOWNLOADS: "true" });
	const work = await dataDirectory();
	stops.push(work.remove);
	const files = openFileStore(FILE_STORE_URL, join(work.path, "work"));
	const read = files.createReadStream.bind(files);
	files.createReadStream = (...range) => {
		streamed();
		return read(...range);
	};
	service = { ...opened, files };
	setService(service);
	world = await createWorld(service);
	agentKey = (await createAgentKey(service, world.administrator, world.target.id, { label: "rack" })).key ?? "";
	const listener = createRequestListener({
		isTrusted: compileTrustedProxies(""),
		allowPlainHttp: true,
		basePath: "",
		apiServer: createApiServer(ROUTES),
		scripts: () => false,
		next: async (_incoming, outgoing) => void outgoing.end(),
	});
	const server = createServer(listener).on("connection", (socket) => connections.push(socket));
	url = await listening(server);
	await activated();
	streamed.mockClear();
});

/** The clients of the store read them as they are first used. */
function stubCredentials(): void {
	for (const [name, value] of Object.entries(objects.environment)) vi.stubEnv(name, value);
}
beforeEach(stubCredentials);

afterAll(async () => {
	for (const stop of stops.reverse()) await stop();
	setService(undefined);
	await opened.drop();
	await objects.stop();
});

async function activated(): Promise<void> {
	const design = await createProximityDesign(service, world.designer);
	const sets = [{ set_id: randomUUID(), set_name: "Here", targeting_code: "HERE" }];
	content = await withScratchFile(async (path) => {
		const circles = Array.from({ length: 8_000 }, (_, number) => ({
			set: 0,
			circle: { latitude: HERE.latitude + number / 1_000, longitude: HERE.longitude, radius: 200 },
		}));
		await writeProximityFilter(path, { ...sampleMeta(0), sets }, circles);
		return readFile(path);
	});
	async function* body() {
		yield content;
	}
	await attachExternalBuild(service, world.operator, design.id, { body: body(), reason: "a test" });
	const { id: buildId } = await service.prisma.build.findFirstOrThrow({ where: { design_id: design.id } });
	const { id } = await requestDeployment(service, world.designer, buildId, { targetId: world.target.id });
	await activateDeployment(service, world.administrator, id);
	fileUrl = `${url}/api/builds/${buildId}/file`;
}

/** An agent in a process of its own, as it is delivered, that has loaded the file. */
async function runAgent(): Promise<{ readonly output: string }> {
	const cache = await dataDirectory();
	const args = [fileURLToPath(await agentBundle()), "--server", url, "--port", "0", "--cache", cache.path];
	const child: ChildProcess = spawn(process.execPath, args, { env: { ...process.env, AGENT_KEY: agentKey } });
	let output = "";
	for (const stream of [child.stdout, child.stderr])
		stream?.setEncoding("utf8").on("data", (text: string) => {
			output += text;
		});
	const address = () => /listening on (http:\S+)/.exec(output)?.[1];
	await expect.poll(address).toBeDefined();
	const look = () =>
		fetch(`${address()}/geopulse/proximity/indices?latitude=${HERE.latitude}&longitude=${HERE.longitude}`);
	await expect.poll(async () => (await (await look()).json()).length).toBe(1);
	const ended = once(child, "exit");
	child.kill("SIGTERM");
	await ended;
	await cache.remove();
	return { output };
}

const ask = (headers: Record<string, string>, key = agentKey, method = "GET") =>
	fetch(fileUrl, { method, headers: { authorization: `Bearer ${key}`, ...headers }, redirect: "manual" });

test("an agent fetches a file from the store: no byte of it passes through the service", async () => {
	const before = connections.length;
	const { output } = await runAgent();
	expect(streamed).not.toHaveBeenCalled();
	const sent = connections.slice(before).reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
	expect(sent).toBeGreaterThan(0);
	expect(sent).toBeLessThan(content.length / 10);
	expect(fetched.map(({ headers }) => headers.authorization)).toEqual([undefined]);
	expect(fetched.every(({ url: path }) => path?.includes("X-Amz-Signature="))).toBe(true);
	expect(output).not.toMatch(/X-Amz|Signature/);
});

test("it fetches it from the service where the store refuses, and says so without the address", async () => {
	refuses = true;
	const { output } = await runAgent();
	refuses = false;
	expect(streamed).toHaveBeenCalledOnce();
	expect(output).toContain("it answered with status 403");
	expect(output).not.toMatch(/X-Amz|Signature/);
});

test("a signed address has the file for five minutes, and is for agents that prefer it alone", async () => {
	const redirect = await ask({ Prefer: "wait=1, Signed-URL; foo=1" });
	expect(redirect.status).toBe(307);
	expect(await redirect.text()).toBe("");
	expect(Object.fromEntries(redirect.headers)).toMatchObject({
		"cache-control": "no-store",
		"preference-applied": "signed-url",
	});
	const address = new URL(redirect.headers.get("location") ?? "");
	expect(address.searchParams.get("X-Amz-Expires")).toBe("300");
	expect(Buffer.from(await (await fetch(address)).arrayBuffer()).equals(content)).toBe(true);
	const elsewhere = new URL(address);
	elsewhere.pathname += "x";
	expect((await fetch(elsewhere)).status).toBe(403);

	const person = await issueKey(service, world.designer, ["manage"]);
	for (const answer of [await ask({}), await ask({ Prefer: "return=minimal" }), await ask(PREFERS, person)]) {
		expect(answer.status).toBe(200);
		expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
	}
	expect((await ask(PREFERS, agentKey, "HEAD")).status).toBe(200);
	expect((await ask({ ...PREFERS, Range: "bytes=999999999-" })).status).toBe(416);
	expect((await ask({ ...PREFERS, "If-None-Match": "*" })).status).toBe(304);
});

test("an agent of another organization's target is sent nowhere", async () => {
	const theirs = await createWorld(service);
	const key = (await createAgentKey(service, theirs.administrator, theirs.target.id, { label: "rack" })).key ?? "";
	const answer = await ask(PREFERS, key);
	expect([answer.status, answer.headers.get("location")]).toEqual([404, null]);
});
