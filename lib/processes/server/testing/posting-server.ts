import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { log } from "@/lib/platform/log";
import { isLeaving } from "@/lib/platform/shutdown-signal";
import { createApiServer } from "@/lib/processes/server/api-server/api-server";
import { createHttpServer, listen } from "@/lib/processes/server/http-server";
import { createRequestListener } from "@/lib/processes/server/request-listener";
import { stopOnSignal } from "@/lib/processes/server/stop";

// A server with one route, without database and pages, that listens and stops like the service.
// Arguments: port, the notice of a stop in milliseconds, and the path that it is below.
const [port = "0", noticeMs = "0", basePath = ""] = process.argv.slice(2);
let hasTaken = false;
const server = await createHttpServer({ TLS_CERT_FILE: undefined, TLS_KEY_FILE: undefined });
const apiServer = createApiServer({
	"/api/things": {
		POST: async (request) => {
			if (!hasTaken) process.stdout.write("takes requests\n");
			hasTaken = true;
			const thing: unknown = await request.json();
			await delay(5);
			return Response.json(thing);
		},
	},
	"/api/ready": {
		GET: async () => new Response(null, { status: isLeaving() ? 503 : 200 }),
	},
});
const next = async (_: IncomingMessage, outgoing: ServerResponse) => void outgoing.writeHead(404).end();
log.level = "silent";
server.on(
	"request",
	createRequestListener({
		isTrusted: () => false,
		allowPlainHttp: true,
		basePath,
		apiServer,
		scripts: undefined,
		next,
	}),
);
const address = await listen(server, { HOST: "127.0.0.1", PORT: Number(port) });
stopOnSignal(server, [], { signals: ["SIGTERM"], noticeMs: Number(noticeMs) });
process.stdout.write(`listening on ${address}\n`);
