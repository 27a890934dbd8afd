import { type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { keepsConnections } from "@/lib/platform/shutdown-signal";
import { hasBody } from "@/lib/processes/server/has-body";

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/**
 * Announces that the connection closes when the service stops, or when the request's body is still
 * arriving: the next request of that connection, perhaps another user's behind a proxy, would be
 * lost.
 */
export class KeepAliveResponse extends ServerResponse {
	override writeHead(status: number, reason?: string | Headers, headers?: Headers): this {
		// Node.js marks a request without a body as complete only later.
		const isAwaited = hasBody(this.req) && !this.req.complete;
		if (isAwaited || !keepsConnections()) this.shouldKeepAlive = false;
		return typeof reason === "string"
			? super.writeHead(status, reason, headers)
			: super.writeHead(status, reason ?? headers);
	}
}
