import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { familyOfPath } from "@/lib/http/routes/api-family";
import { COMMON_HEADERS, emptyEnvelope } from "@/lib/http/routes/envelopes";
import { refuse } from "./refuse";
import { withoutBasePath } from "./request-target";

/** For browsers and programs; most starts take seconds. */
const AGAIN_SECONDS = "2";

/**
 * Answers requests until the service serves: 503 with the step of the start, on a page that reloads
 * itself; `/api/health` 200, as the process answers (docs/operations.md, Start).
 * @param happening returns the step of the start, in words
 * @returns ends it
 */
export function answerWhileStarting(server: Server, basePath: string, happening: () => string): () => void {
	const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
		const [path = ""] = (withoutBasePath(incoming.url ?? "", basePath) ?? "").split("?", 1);
		const common = { ...COMMON_HEADERS, Connection: "close", "X-Request-Id": randomUUID() };
		if (path === "/api/health") {
			outgoing.writeHead(200, { ...common, "Content-Type": "application/json" });
			outgoing.end(JSON.stringify(emptyEnvelope()));
			return;
		}
		const message = `the service is starting: ${happening()}`;
		const family = familyOfPath(path);
		const headers = { ...common, "Retry-After": AGAIN_SECONDS };
		if (family !== undefined)
			return refuse(outgoing, family, { status: 503, errorType: "Unavailable", message, headers });
		outgoing.writeHead(503, { ...headers, Refresh: AGAIN_SECONDS, "Content-Type": "text/plain; charset=utf-8" });
		outgoing.end(`${message}\n`);
	};
	server.on("request", answer);
	return () => void server.off("request", answer);
}
