import http, { type Agent, type ClientRequestArgs } from "node:http";
import https from "node:https";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { log } from "@/lib/platform/log";

/** Documents of large providers have some 10 kB. */
export const LARGEST_ANSWER_BYTES = 256 * 1024;

/** Connections that were ended for the size of their answer. */
const overfull = new WeakSet<object>();

/** Whether a call failed as its answer was too large, which the error itself does not say. */
export function wasTooLarge(thrown: unknown): boolean {
	if (!(thrown instanceof Error) || !("response" in thrown)) return false;
	const { response } = thrown;
	return response instanceof http.IncomingMessage && overfull.has(response.socket);
}

class BoundedHttpAgent extends http.Agent {
	override createConnection(options: ClientRequestArgs, callback?: Connected): Duplex | null | undefined {
		return bounded(super.createConnection(options, callback));
	}
}
class BoundedHttpsAgent extends https.Agent {
	override createConnection(options: https.RequestOptions, callback?: Connected): Duplex | null | undefined {
		return bounded(super.createConnection(options, callback));
	}
}
type Connected = (error: Error | null, stream: Duplex) => void;

function bounded(connection: Duplex | null | undefined): Duplex | null | undefined {
	let size = 0;
	connection?.on("data", (part: Buffer) => {
		size += part.byteLength;
		if (size <= LARGEST_ANSWER_BYTES || connection.destroyed) return;
		overfull.add(connection);
		const host = connection instanceof Socket ? connection.remoteAddress : undefined;
		log.warn({ host }, `the provider of single sign-on answers more than ${LARGEST_ANSWER_BYTES} bytes`);
		connection.destroy();
	});
	return connection;
}

const [plain, secure] = [new BoundedHttpAgent(), new BoundedHttpsAgent()];

/**
 * The agent for calls to an address of the provider: each has a connection of its own, which ends
 * when its answer gets too large.
 */
export const boundedAgent = ({ protocol }: URL): Agent => (protocol === "https:" ? secure : plain);
