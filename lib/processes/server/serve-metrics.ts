import { once } from "node:events";
import { createServer } from "node:http";
import { collectMetrics, METRICS_TYPE } from "@/lib/domain/overview/collect-metrics";
import { log } from "@/lib/platform/log";
import { isServiceOpen, service } from "@/lib/platform/service";
import { listen } from "./http-server";
import type { Stoppable } from "./stop";

/**
 * Serves metrics to collectors on this machine, without a credential (docs/operations.md, Metrics):
 * on a port of its own, as a proxy may forward the service's from anywhere, and also while the
 * database, which knows the keys, is away.
 * @param port METRICS_PORT, on loopback alone
 * @throws Error that names the setting, when the port is in use
 */
export async function serveMetrics(port: number): Promise<Stoppable> {
	const server = createServer(async (incoming, outgoing) => {
		if (incoming.method !== "GET" || incoming.url !== "/metrics") return outgoing.writeHead(404).end();
		// The service is starting.
		if (!isServiceOpen()) return outgoing.writeHead(503).end();
		try {
			const metrics = await collectMetrics(service());
			outgoing.writeHead(200, { "Content-Type": METRICS_TYPE }).end(metrics);
		} catch (err) {
			log.error({ err }, "metrics could not be collected");
			outgoing.writeHead(503).end();
		}
	});
	await listen(server, { HOST: "127.0.0.1", PORT: port }, "METRICS_PORT");
	const stop = async () => {
		const closed = once(server, "close");
		server.close();
		server.closeAllConnections();
		await closed;
	};
	return { name: "metrics", stop };
}
