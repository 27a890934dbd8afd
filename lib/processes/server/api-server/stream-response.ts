import type { ServerResponse } from "node:http";
import { errorResponse } from "@/lib/http/routes/error-response";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import { shutdownSignal } from "@/lib/platform/shutdown-signal";

/**
 * Sends a streamed response at the client's pace; the headers of an event stream at once. Cancels
 * the stream when the client disconnects; event streams also end when the service stops. Logs a
 * stream once that fails or differs from its announced length: the client gets JSON when nothing
 * was sent yet, else the connection is cut.
 */
export async function streamResponse(
	response: Response,
	outgoing: ServerResponse,
	{ requestId, head }: { requestId: string; head: boolean },
): Promise<void> {
	const reader = response.body?.getReader();
	const stop = () => void reader?.cancel().catch(() => undefined);
	if (!reader || head) {
		stop();
		outgoing.writeHead(response.status, headersOf(response)).end();
		return;
	}
	const declared = response.headers.get("content-length");
	let sent = 0;
	const isEventStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
	outgoing.once("close", stop);
	if (isEventStream) {
		shutdownSignal().addEventListener("abort", stop);
		outgoing.writeHead(response.status, headersOf(response)).flushHeaders();
	}
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (!outgoing.headersSent) outgoing.writeHead(response.status, headersOf(response));
			if (outgoing.destroyed) break;
			sent += value?.length ?? 0;
			// With fewer bytes the client would wait; it would read more as the connection's next answer.
			if (declared !== null && (done ? sent < Number(declared) : sent > Number(declared))) {
				throw new Error(`the body has ${sent}${done ? "" : " or more"} bytes, and ${declared} were announced`);
			}
			if (done) break;
			if (!outgoing.write(value)) await drained(outgoing);
		}
		outgoing.end();
	} catch (error) {
		if (outgoing.headersSent) {
			logFailure(error, "the body of an answer failed", { request_id: requestId });
			outgoing.destroy();
		} else {
			const answer = errorResponse(error, requestId);
			const body = Buffer.from(await answer.text());
			outgoing.writeHead(answer.status, { ...headersOf(answer), "Content-Length": String(body.length) }).end(body);
		}
	} finally {
		// A client may disconnect before the listener is added: the stream must not stay open.
		stop();
		outgoing.off("close", stop);
		shutdownSignal().removeEventListener("abort", stop);
	}
}

function headersOf(response: Response): Record<string, string | string[]> {
	const headers: Record<string, string | string[]> = Object.fromEntries(response.headers);
	const cookies = response.headers.getSetCookie();
	if (cookies.length > 0) headers["set-cookie"] = cookies;
	return headers;
}

function drained(outgoing: ServerResponse): Promise<void> {
	return new Promise((resolve) => {
		const done = () => {
			outgoing.off("drain", done);
			outgoing.off("close", done);
			resolve();
		};
		outgoing.on("drain", done);
		outgoing.on("close", done);
	});
}
