import type { ServerResponse } from "node:http";
import { errorResponse } from "@/lib/http/routes/error-response";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import { shutdownSignal } from "@/lib/platform/shutdown-signal";

/**
 * Sends a response whose body is a stream: as it comes, at the pace the client takes it; an event stream's headers at
 * once. The stream is cancelled when the client leaves; event streams also end when the service stops. A stream that
 * fails, or has another length than was announced, is logged once; the client gets JSON when nothing was sent yet, a cut
 * connection otherwise.
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
			// Less would leave the client waiting, more would be taken for the next answer of the connection.
			if (declared !== null && (done ? sent < Number(declared) : sent > Number(declared))) {
				throw new Error(`The body has ${sent}${done ? "" : " or more"} bytes, and ${declared} were announced.`);
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
		// Who left before this began was not heard leaving: what they asked for must not stay open.
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
