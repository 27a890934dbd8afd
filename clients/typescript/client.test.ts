import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agentBundle } from "@/lib/agent/testing/agent-bundle";
import { createWebhookBody } from "@/lib/contract/webhook";
import { createAgentKey } from "@/lib/domain/targets/create-agent-key";
import { createWebhook } from "@/lib/domain/webhooks/create-webhook";
import { deliverWebhooks } from "@/lib/domain/webhooks/deliver-webhooks";
import { testWebhook } from "@/lib/domain/webhooks/test-webhook";
import { log } from "@/lib/platform/log";
import { startReceiver } from "@/lib/tools/testing/receiver";
import { type ServedApi, serveApi } from "@/lib/tools/testing/serve-api";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import {
	AuthenticationError,
	ConnectionError,
	InvalidRequestError,
	InvalidStateError,
	NotFoundError,
	type Settings,
	TargetingClient,
	tokenRefresher,
	VersionMismatchError,
	verifyWebhook,
	WaitError,
	WebhookError,
} from "./src/index";

let service: TestService;
let world: World;
let api: ServedApi;
let keys: Record<"designer" | "administrator" | "tokens", string>;
beforeAll(async () => {
	log.level = "silent";
	service = await createTestService(undefined, { WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1" });
	world = await createWorld(service);
	api = await serveApi(service);
	keys = {
		designer: await issueKey(service, world.designer, ["manage"]),
		administrator: await issueKey(service, world.administrator, ["manage", "administer"]),
		tokens: await issueKey(service, world.customerAdministrator, ["tokens"]),
	};
});
afterAll(async () => {
	await api.stop();
	await service.drop();
	log.level = "info";
});

const baseUrl = () => `http://127.0.0.1:${api.port}`;
const clientOf = (who: keyof typeof keys, settings: Partial<Settings> = {}) =>
	new TargetingClient({ baseUrl: baseUrl(), credential: { key: keys[who] }, ...settings });
const CENTER = {
	type: "FeatureCollection" as const,
	features: [
		{
			type: "Feature" as const,
			geometry: { type: "Point" as const, coordinates: [13.4, 52.5] },
			properties: { radius: 150 },
		},
	],
};
const newDesign = (client: TargetingClient, name: string) =>
	client.designs.create({ name, type: "proximity", sets: [{ set_name: "Center", geofences: CENTER }] });

test("from a key to a deployment that answers", async () => {
	const agentKey = (await createAgentKey(service, world.administrator, world.target.id, { label: "rack" })).key ?? "";
	const cache = await mkdtemp(join(tmpdir(), "client-agent-"));
	const options = ["--server", baseUrl(), "--port", "0", "--cache", cache];
	const agent = spawn(process.execPath, [fileURLToPath(await agentBundle()), ...options], {
		env: { NODE_ENV: "test", PATH: process.env.PATH, AGENT_KEY: agentKey },
		stdio: "ignore",
	});

	const client = clientOf("designer");
	const design = await newDesign(client, "Coffee shops");
	const [set] = design.sets;
	const table = "latitude,longitude,radius,name\n48.2,16.37,80,Vienna\n91,0,80,Nowhere\n";
	const stream = new Blob([table]).stream();
	const imported = await client.designs.importGeofences({ designId: design.id, setId: set?.set_id ?? "" }, stream, {
		mode: "add",
	});
	expect(imported).toMatchObject({ accepted_row_count: 1, refused_row_count: 1, kept_count: 1 });
	expect((await client.designs.test(design.id, { latitude: 48.2, longitude: 16.37 })).sets).toHaveLength(1);
	const build = await (await client.designs.requestBuild(design.id, "Spring campaign")).wait();
	const { id: targetId } = await client.target(world.target.slug);
	const requested = await client.builds.requestDeployment(build.id, { targetId });
	const administrator = clientOf("administrator");
	await administrator.deployments.activate(requested.id, { message: "Have fun." });
	const deployment = await client.deployments.live(requested.id);
	expect(deployment).toMatchObject({ status: "activated", agents: [{ state: "loaded" }] });

	await administrator.deployments.tag(requested.id, ["retail", "city"]);
	expect(await client.deployments.get(requested.id)).toMatchObject({ tags: "retail,city" });
	await administrator.deployments.deactivate(requested.id);
	await expect(client.deployments.live(requested.id)).rejects.toThrow(WaitError);
	await administrator.deployments.delete(requested.id);
	await expect(client.deployments.get(requested.id)).rejects.toThrow(NotFoundError);
	agent.kill("SIGTERM");
	await once(agent, "exit");
	await rm(cache, { recursive: true });
});

test("lists give their rows page after page", async () => {
	const client = clientOf("designer");
	for (const number of [1, 2, 3]) await newDesign(client, `Listed ${number}`);
	const list = client.designs.list({ q: "listed" });
	expect(await list.count()).toBe(3);
	expect((await list.all()).map(({ name }) => name)).toEqual(["Listed 3", "Listed 2", "Listed 1"]);
	const offsets: string[] = [];
	const narrow = new TargetingClient({
		baseUrl: baseUrl(),
		credential: { key: keys.designer },
		// The service with a page of two rows.
		fetch: (address, init) => {
			const url = new URL(String(address));
			offsets.push(url.searchParams.get("offset") ?? "");
			if (url.searchParams.get("limit") === "500") url.searchParams.set("limit", "2");
			return fetch(url, init);
		},
	});
	expect(await narrow.designs.list({ q: "listed" }).all()).toHaveLength(3);
	expect(offsets).toEqual(["0", "2"]);
	expect(await client.builds.list({ q: "listed" }).all()).toEqual([]);
	expect(await client.deployments.list({ status: ["requested"] }).count()).toBe(0);
});

test("refusals are errors of their kind with the service's sentence", async () => {
	const client = clientOf("designer");
	const design = await newDesign(client, "Refused");
	await expect(client.designs.get("not an id")).rejects.toThrow(NotFoundError);
	await expect(client.target("nowhere")).rejects.toThrow(
		"no target that accepts your organization is called 'nowhere'",
	);
	const tooMany = client.designs.list().first(501);
	await expect(tooMany).rejects.toThrow(InvalidRequestError);
	await expect(tooMany).rejects.toMatchObject({
		status: 400,
		type: "InvalidArgument",
		message: "parameter 'limit' must be a whole number from 0 to 500",
		requestId: expect.stringMatching(/./),
	});
	await client.designs.requestBuild(design.id, "Once");
	await expect(client.designs.requestBuild(design.id, "Twice")).rejects.toThrow(InvalidStateError);
	const stranger = new TargetingClient({ baseUrl: baseUrl(), credential: { key: "tsk_wrong" } });
	await expect(stranger.designs.list().count()).rejects.toThrow(AuthenticationError);
	const build = await (await client.designs.requestBuild((await newDesign(client, "Seen")).id, "Build")).wait();
	const requested = await client.builds.requestDeployment(build.id, { targetId: world.target.id });
	const late = clientOf("administrator").deployments.activate(requested.id, {}, { ifMatch: 7 });
	await expect(late).rejects.toThrow(VersionMismatchError);
	await client.deployments.cancel(requested.id, "Not now");
	await expect(clientOf("administrator").deployments.reject(requested.id)).rejects.toThrow(InvalidStateError);
});

test("a request whose answer is lost takes effect once", async () => {
	let left = 2;
	const client = clientOf("designer", {
		fetch: async (address, init) => {
			const answer = await fetch(address, init);
			if (left-- <= 0) return answer;
			await answer.arrayBuffer();
			throw new TypeError("the connection was cut");
		},
	});
	await newDesign(client, "Only one");
	expect(await client.designs.list({ q: "only" }).count()).toBe(1);
	left = 2;
	await expect(clientOf("designer", { retries: 1, fetch: refuse }).designs.list().count()).rejects.toThrow(
		ConnectionError,
	);

	async function refuse(): Promise<Response> {
		throw new TypeError("fetch failed");
	}
});

test("tokens are asked for once and serve a client as its credential", async () => {
	const { tokens } = clientOf("tokens");
	const user = { email: "ada@example.com", firstName: "Ada", lastName: "Lovelace" };
	const [grant, again] = await Promise.all([tokens.of(user), tokens.of(user)]);
	expect(again.token).toBe(grant.token);
	expect((await tokens.of({ uid: grant.uid })).token).toBe(grant.token);
	let asked = 0;
	const token = tokenRefresher(async () => {
		asked += 1;
		return asked === 1 ? { ...grant, expiration: 0 } : grant;
	});
	const client = new TargetingClient({ baseUrl: baseUrl(), credential: { token } });
	await newDesign(client, "Ada's own");
	expect(await client.designs.list({ q: "ada" }).count()).toBeGreaterThan(0);
	expect(asked).toBe(2);
});

test("a message of a webhook is verified by its secret", async () => {
	const receiver = await startReceiver();
	const body = createWebhookBody.parse({ url: receiver.url });
	const { id, secret } = await createWebhook(service, world.customerAdministrator, body);
	await testWebhook(service, world.customerAdministrator, id);
	await deliverWebhooks(service, new AbortController().signal);
	const [message] = receiver.received;
	await receiver.stop();
	if (message === undefined || secret === null) throw new Error("nothing was sent");
	const now = service.now().getTime();
	expect(await verifyWebhook(message.body, message.headers, secret, now)).toMatchObject({ type: "webhook.test" });
	await expect(verifyWebhook(`${message.body} `, message.headers, secret, now)).rejects.toThrow(WebhookError);
	const old = { ...message.headers, "webhook-timestamp": "1" };
	await expect(verifyWebhook(message.body, old, secret, now)).rejects.toThrow("the message is too old");
});

test("what changes is told as it happens", async () => {
	const client = clientOf("designer");
	const ended = new AbortController();
	const first = client.changes(ended.signal).next();
	let told = false;
	first.then(() => {
		told = true;
	});
	// The stream has to be open before something changes.
	while (!told) await newDesign(client, "Told");
	const { value } = await first;
	ended.abort();
	expect(value).toMatchObject({ type: expect.stringMatching(/./), id: expect.stringMatching(/./) });
});
