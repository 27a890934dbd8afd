import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { agentBundle } from "@/lib/agent/testing/agent-bundle";
import { createWebhookBody } from "@/lib/contract/webhook";
import { createAgentKey } from "@/lib/domain/targets/create-agent-key";
import { createWebhook } from "@/lib/domain/webhooks/create-webhook";
import { deliverWebhooks } from "@/lib/domain/webhooks/deliver-webhooks";
import { testWebhook } from "@/lib/domain/webhooks/test-webhook";
import { log } from "@/lib/platform/log";
import { startReceiver } from "@/lib/tools/testing/receiver";
import { serveApi } from "@/lib/tools/testing/serve-api";
import { createTestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey } from "@/lib/tools/testing/world";

/** A service over HTTP with a world of people, and their keys, for the tests of clients. */
export async function startServiceForClients() {
	log.level = "silent";
	const service = await createTestService(undefined, { WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1" });
	const world = await createWorld(service);
	const api = await serveApi(service);
	const url = `http://127.0.0.1:${api.port}`;
	return {
		url,
		world,
		keys: {
			designer: await issueKey(service, world.designer, ["manage"]),
			administrator: await issueKey(service, world.administrator, ["manage", "administer"]),
			operator: await issueKey(service, world.operator, ["manage", "administer"]),
			tokens: await issueKey(service, world.customerAdministrator, ["tokens"]),
		},
		/** Runs an agent of the world's target while something is done. */
		async withAgent(act: () => Promise<unknown>): Promise<void> {
			const { key } = await createAgentKey(service, world.administrator, world.target.id, { label: "rack" });
			const cache = await mkdtemp(join(tmpdir(), "client-agent-"));
			const options = ["--server", url, "--port", "0", "--cache", cache];
			const agent = spawn(process.execPath, [fileURLToPath(await agentBundle()), ...options], {
				env: { NODE_ENV: "test", PATH: process.env.PATH, AGENT_KEY: key ?? "" },
				stdio: "ignore",
			});
			try {
				await act();
			} finally {
				const ended = once(agent, "exit");
				agent.kill("SIGTERM");
				await ended;
				await rm(cache, { recursive: true });
			}
		},
		/** A message of a webhook as it was received, with its secret and the service's time (epoch milliseconds). */
		async receiveMessage() {
			const receiver = await startReceiver();
			const person = world.customerAdministrator;
			const { id, secret } = await createWebhook(service, person, createWebhookBody.parse({ url: receiver.url }));
			await testWebhook(service, person, id);
			await deliverWebhooks(service, new AbortController().signal);
			await receiver.stop();
			const [message] = receiver.received;
			if (message === undefined || secret === null) throw new Error("nothing was sent");
			return { body: message.body, headers: message.headers, secret, now: service.now().getTime() };
		},
		async stop(): Promise<void> {
			await api.stop();
			await service.drop();
			log.level = "info";
		},
	};
}
