import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { stopInspections } from "@/lib/engine/inspection/inspect";
import { ROUTES } from "@/lib/generated/routes";
import { setDatabase } from "@/lib/platform/db/client";
import { setService } from "@/lib/platform/service";
import { startBuildWorker } from "@/lib/processes/build-service/build-worker";
import { createApiServer } from "@/lib/processes/server/api-server/api-server";
import { compileTrustedProxies } from "@/lib/processes/server/client-address";
import { createHttpServer } from "@/lib/processes/server/http-server";
import { createRequestListener } from "@/lib/processes/server/request-listener";
import type { TestService } from "./service";

/** A test's service over HTTP. */
export interface ServedApi {
	readonly port: number;
	stop(): Promise<void>;
}

/**
 * Serves all routes in this process: the service's own server and request listener, and a builder.
 * In place of Next a page of one line answers, which no address of the API may show.
 */
export async function serveApi(service: TestService): Promise<ServedApi> {
	setDatabase(service.database);
	setService(service);
	const worker = startBuildWorker(service, { workers: 1 });
	const server = await createHttpServer({ TLS_CERT_FILE: undefined, TLS_KEY_FILE: undefined });
	const listener = createRequestListener({
		isTrusted: compileTrustedProxies(""),
		allowPlainHttp: false,
		basePath: "",
		apiServer: createApiServer(ROUTES),
		scripts: () => false,
		next: async (_incoming, outgoing) => void outgoing.setHeader("Content-Type", "text/html").end("<p>a page</p>"),
	});
	server.on("request", listener);
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		port: (server.address() as AddressInfo).port,
		stop: async () => {
			server.close();
			server.closeAllConnections();
			await worker.stop();
			await stopInspections();
			setService(undefined);
			setDatabase(undefined);
		},
	};
}
