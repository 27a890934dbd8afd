import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Agent } from "@/lib/agent/agent";
import { startAgent } from "@/lib/agent/start-agent";
import { agentBundle } from "@/lib/agent/testing/agent-bundle";
import type { AgentTiming } from "@/lib/agent/timing";
import { deploymentMatches } from "@/lib/contract/matches";
import type { Principal } from "@/lib/domain/access/principal";
import { attachExternalBuild } from "@/lib/domain/builds/attach-external-build";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { deactivateDeployment } from "@/lib/domain/deployments/transitions/deactivate-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { createAgentKey } from "@/lib/domain/targets/create-agent-key";
import { sampleMeta, withScratchFile } from "@/lib/formats/testing";
import { writeProximityFilter } from "@/lib/formats/write-proximity";
import { ROUTES } from "@/lib/generated/routes";
import { log } from "@/lib/platform/log";
import { setService } from "@/lib/platform/service";
import { createApiServer } from "@/lib/processes/server/api-server/api-server";
import { compileTrustedProxies } from "@/lib/processes/server/client-address";
import { createRequestListener } from "@/lib/processes/server/request-listener";
import { dataDirectory } from "@/lib/processes/server/testing/start-service";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createWorld, issueKey, type World } from "@/lib/tools/testing/world";

const HERE = { latitude: 48.8584, longitude: 2.2945 };
const POINTS = "/geopulse/proximity/indices";
const QUICK: Partial<AgentTiming> = { reportIntervalMs: 50, matchIntervalMs: 0, retryBaseMs: 10, retryMaxMs: 40 };

describe.each(testDatabaseKinds())("what real agents match, through HTTP to the API on %s", (kind) => {
	let service: TestService;
	let world: World;
	let server: Server;
	let url: string;
	let agentKey: string;
	let userKey: string;
	let deploymentId: string;
	const stops: (() => Promise<unknown>)[] = [];
	/** Called with the answer to each report, before it is sent. */
	let onReport: ((response: ServerResponse) => void) | null = null;

	beforeAll(async () => {
		log.level = "silent";
		service = await createTestService(kind);
		setService(service);
		const listener = createRequestListener({
			isTrusted: compileTrustedProxies(""),
			allowPlainHttp: true,
			basePath: "",
			apiServer: createApiServer(ROUTES),
			scripts: () => false,
			next: async (_incoming, outgoing) => void outgoing.end(),
		});
		server = createServer((request, response) => {
			if (request.url === "/api/agent/report") onReport?.(response);
			listener(request, response);
		}).listen(0, "127.0.0.1");
		await once(server, "listening");
		url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});
	afterAll(async () => {
		server.closeAllConnections();
		server.close();
		setService(undefined);
		await service.drop();
	});
	beforeEach(async () => {
		world = await createWorld(service);
		agentKey = (await createAgentKey(service, world.administrator, world.target.id, { label: "rack" })).key ?? "";
		userKey = await issueKey(service, world.designer, ["manage"]);
		deploymentId = await activated(world.designer);
	});
	afterEach(async () => {
		onReport = null;
		for (const stop of stops.splice(0)) await stop();
	});

	async function activated(designer: Principal): Promise<string> {
		const design = await createProximityDesign(service, designer);
		const sets = [{ set_id: randomUUID(), set_name: "Here", targeting_code: "HERE" }];
		const file = await withScratchFile(async (path) => {
			const circle = { ...HERE, radius: 200 };
			await writeProximityFilter(path, { ...sampleMeta(0), sets }, [{ set: 0, circle }]);
			return readFile(path);
		});
		async function* body() {
			yield file;
		}
		await attachExternalBuild(service, world.operator, design.id, { body: body(), reason: "a test" });
		const { id: buildId } = await service.prisma.build.findFirstOrThrow({ where: { design_id: design.id } });
		const { id } = await requestDeployment(service, designer, buildId, { targetId: world.target.id });
		await activateDeployment(service, world.administrator, id);
		return id;
	}
	async function cache(): Promise<string> {
		const directory = await dataDirectory();
		stops.unshift(directory.remove);
		return directory.path;
	}
	async function start(cacheDirectory: string): Promise<Agent> {
		const agent = await startAgent(
			{
				server: url,
				key: agentKey,
				port: 0,
				host: "127.0.0.1",
				socket: null,
				tags: [],
				memoryLimit: 1e9,
				threads: 1,
				proxy: null,
				storeProxy: () => null,
				signedDownloads: true,
				authorities: [],
				cacheDirectory,
			},
			await agentBundle(),
			QUICK,
			{ info: () => undefined, warn: () => undefined, error: () => undefined },
		);
		stops.unshift(() => agent.stop());
		await agent.when(() => agent.snapshot.proximity.length === 1);
		return agent;
	}
	const lookUp = async (agent: { readonly url: string }, times: number) => {
		const body = JSON.stringify([...Array.from({ length: times }, () => HERE), { latitude: 0, longitude: 0 }]);
		const answer = await fetch(`${agent.url}${POINTS}`, { method: "POST", body });
		expect((await answer.json()).flat()).toHaveLength(times);
	};
	const matches = async () => {
		const answer = await fetch(`${url}/api/deployments/${deploymentId}/matches?by=hour`, {
			headers: { authorization: `Bearer ${userKey}` },
		});
		return deploymentMatches.parse((await answer.json()).response.data);
	};
	const counted = (total: number) => expect.poll(async () => (await matches()).total).toBe(total);

	test("two agents count exactly, across lost answers and a restart", async () => {
		const directory = await cache();
		const [first, second] = [await start(directory), await start(await cache())];
		await lookUp(first, 7);
		await lookUp(second, 5);
		await counted(12);
		// The service counts, and the agent does not hear of it.
		let lost = 0;
		onReport = (response) => {
			response.end = () => {
				lost++;
				response.destroy();
				return response;
			};
		};
		await lookUp(first, 3);
		await counted(15);
		await lookUp(first, 4);
		await expect.poll(() => lost).toBeGreaterThan(2);
		expect((await matches()).total).toBe(15);
		onReport = null;
		await counted(19);
		await lookUp(second, 1);
		await second.stop();
		await first.stop();
		await lookUp(await start(directory), 2);
		await counted(22);
		expect((await matches()).counted_since).not.toBeNull();
	});

	test("deactivated and activated again, it counts on, and keeps what was reported late", async () => {
		const agent = await start(await cache());
		await lookUp(agent, 6);
		await deactivateDeployment(service, world.administrator, deploymentId);
		await agent.when(() => agent.snapshot.proximity.length === 0);
		await counted(6);
		await activateDeployment(service, world.administrator, deploymentId);
		await agent.when(() => agent.snapshot.proximity.length === 1);
		await lookUp(agent, 2);
		await counted(8);
	});

	test("the agent's process reports what it has matched before it ends", async () => {
		const child = spawn(
			process.execPath,
			[fileURLToPath(await agentBundle()), "--server", url, "--port", "0", "--cache", await cache()],
			{ env: { ...process.env, AGENT_KEY: agentKey }, stdio: ["ignore", "pipe", "ignore"] },
		);
		stops.unshift(async () => void child.kill("SIGKILL"));
		let output = "";
		child.stdout.setEncoding("utf8").on("data", (text: string) => {
			output += text;
		});
		await expect.poll(() => output).toContain("agent listening on");
		const agent = { url: /http:\S+/.exec(output)?.[0] ?? "" };
		const loaded = async () => (await fetch(`${agent.url}/ready`)).status;
		await expect.poll(loaded).toBe(200);
		await lookUp(agent, 9);
		const ended = once(child, "exit");
		child.kill("SIGTERM");
		expect(await ended).toEqual([0, null]);
		expect((await matches()).total).toBe(9);
	});
});
