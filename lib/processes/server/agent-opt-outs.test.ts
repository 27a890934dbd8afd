import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agentBundle } from "@/lib/agent/testing/agent-bundle";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { createDesign } from "@/lib/domain/designs/create-design";
import { createInventorySource } from "@/lib/domain/inventory/create-inventory-source";
import { importInventory } from "@/lib/domain/inventory/import-inventory";
import { createAgentKey } from "@/lib/domain/targets/create-agent-key";
import { ROUTES } from "@/lib/generated/routes";
import { log } from "@/lib/platform/log";
import { setService } from "@/lib/platform/service";
import { runNextBuild } from "@/lib/processes/build-service/build-worker";
import { createApiServer } from "@/lib/processes/server/api-server/api-server";
import { compileTrustedProxies } from "@/lib/processes/server/client-address";
import { createRequestListener } from "@/lib/processes/server/request-listener";
import { dataDirectory } from "@/lib/processes/server/testing/start-service";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey, type World } from "@/lib/tools/testing/world";

const [DEVICE, OTHER] = ["6d92078a-8246-4ba7-aba7-76104862e5c9", "00000000-0000-4000-8000-000000000001"] as const;

let service: TestService;
let world: World;
let server: Server;
let url: string;
let operator: string;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
	log.level = "silent";
	service = await createTestService();
	setService(service);
	world = await createWorld(service);
	operator = await issueKey(service, world.operator, ["manage", "administer"]);
	const listener = createRequestListener({
		isTrusted: compileTrustedProxies(""),
		allowPlainHttp: true,
		basePath: "",
		apiServer: createApiServer(ROUTES),
		scripts: () => false,
		next: async (_incoming, outgoing) => void outgoing.end(),
	});
	server = createServer(listener).listen(0, "127.0.0.1");
	await once(server, "listening");
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
	for (const stop of stops) await stop();
	server.closeAllConnections();
	server.close();
	setService(undefined);
	await service.drop();
});

async function activateAudience(): Promise<void> {
	const slug = "panel";
	await createInventorySource(service, world.operator, { slug, name: "Panel" });
	const visits = [DEVICE, OTHER].map((device) => `${device},gym,2026-01-02T08:00:00Z`);
	const body = Readable.from([Buffer.from(["device_id,segment,seen_at", ...visits].join("\n"))]);
	await importInventory(service, world.operator, slug, { contentType: "text/csv", body });
	const { id } = await createDesign(service, world.designer, {
		name: "People",
		type: "audience",
		sets: [{ set_name: "Gym", audience: { sources: [slug], where: { segment: "gym" } } }],
	});
	await requestBuild(service, world.designer, id, { reason: "a test" });
	await runNextBuild(service, "test");
	const build = await service.prisma.build.findFirstOrThrow({ where: { design_id: id } });
	const { id: deployment } = await requestDeployment(service, world.designer, build.id, { targetId: world.target.id });
	await activateDeployment(service, world.administrator, deployment);
}

/** An agent in a process of its own, as it is delivered. */
async function startAgent(key: string, cache: string): Promise<{ address: string; stop: () => Promise<unknown> }> {
	const args = [fileURLToPath(await agentBundle()), "--server", url, "--port", "0", "--cache", cache];
	const child: ChildProcess = spawn(process.execPath, args, {
		env: { ...process.env, AGENT_KEY: key },
		stdio: ["ignore", "pipe", "ignore"],
	});
	const stop = async () => {
		if (child.exitCode !== null || !child.kill("SIGTERM")) return;
		await once(child, "exit");
	};
	stops.unshift(stop);
	let output = "";
	child.stdout?.setEncoding("utf8").on("data", (text: string) => {
		output += text;
	});
	await expect.poll(() => output).toContain("agent listening on");
	return { address: /http:\S+/.exec(output)?.[0] ?? "", stop };
}

const setsOf = async (address: string, device: string) => {
	const answer = await fetch(`${address}/geopulse/audience/sets?user-id=${device}`);
	return ((await answer.json()) as unknown[]).length;
};
const change = (method: "POST" | "DELETE", id: string) =>
	fetch(`${url}/api/opt-outs`, {
		method,
		body: id,
		headers: { authorization: `Bearer ${operator}`, "content-type": "text/plain" },
	});
const agentsWithIt = async () => {
	const answer = await fetch(`${url}/api/opt-outs`, { headers: { authorization: `Bearer ${operator}` } });
	return ((await answer.json()) as { response: { data: { agents: object } } }).response.data.agents;
};

test("a device that opts out is answered by no agent seconds later, also after a restart without the service", async () => {
	await activateAudience();
	const key = (await createAgentKey(service, world.administrator, world.target.id, { label: "rack" })).key ?? "";
	const caches = [await dataDirectory(), await dataDirectory()];
	for (const { remove } of caches) stops.push(remove);
	const agents = [await startAgent(key, caches[0]?.path ?? ""), await startAgent(key, caches[1]?.path ?? "")];
	const answers = () => Promise.all(agents.flatMap(({ address }) => [setsOf(address, DEVICE), setsOf(address, OTHER)]));
	await expect.poll(answers).toEqual([1, 1, 1, 1]);

	expect((await change("POST", DEVICE.toUpperCase())).status).toBe(200);
	await expect.poll(answers).toEqual([0, 1, 0, 1]);
	await expect.poll(agentsWithIt).toEqual({ online: 2, current: 2 });

	await agents[0]?.stop();
	server.closeAllConnections();
	server.close();
	const again = await startAgent(key, caches[0]?.path ?? "");
	await expect.poll(() => setsOf(again.address, OTHER)).toBe(1);
	expect(await setsOf(again.address, DEVICE)).toBe(0);
});
