import type { IncomingResponse, OutgoingRequest } from "@/lib/agent/outbound/http-client";
import { currentTraceparent, inSpan } from "@/lib/tracing/tracing";

/**
 * Sends a request to the service as a part of the current trace, which the service continues; polls
 * and reports belong to none.
 */
export function traceRequest(
	request: OutgoingRequest,
	send: (request: OutgoingRequest) => Promise<IncomingResponse>,
): Promise<IncomingResponse> {
	if (currentTraceparent() === undefined) return send(request);
	const method = request.method ?? "GET";
	return inSpan(method, { kind: "client", attributes: { "http.request.method": method } }, async (span) => {
		const traceparent = currentTraceparent();
		const headers = traceparent === undefined ? request.headers : { ...request.headers, traceparent };
		const response = await send({ ...request, headers });
		span?.setAttribute("http.response.status_code", response.statusCode);
		return response;
	});
}
