import { type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { keepsConnections } from "@/lib/platform/shutdown-signal";
import { hasBody } from "@/lib/processes/server/has-body";

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/**
 * A response that says truly whether its connection is kept. It is not when the service stops, nor when a part of the
 * request's body is still on its way: the next request of that connection, perhaps somebody else's behind a proxy, would be lost.
 */
export class EarlyAnswer extends ServerResponse {
	override writeHead(status: number, reason?: string | Headers, headers?: Headers): this {
		// Of a request without a body node:http says only afterwards that it is complete.
		const isAwaited = hasBody(this.req) && !this.req.complete;
		if (isAwaited || !keepsConnections()) this.shouldKeepAlive = false;
		return typeof reason === "string"
			? super.writeHead(status, reason, headers)
			: super.writeHead(status, reason ?? headers);
	}
}
