import type { IncomingMessage } from "node:http";

/** Timeout of one attempt; with {@link ATTEMPTS} attempts a silent store fails after a minute. */
export const SILENT_MS = 20_000;
export const ATTEMPTS = 3;
/** Maximum delay of a Node.js timer; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** A kilobyte per second: a slower store counts as silent. */
const LEAST_BYTES_PER_MS = 1;

/** Timeout of an upload of `size` bytes in milliseconds. */
export function uploadTimeoutMs(size: number, silentMs: number): number {
	return Math.min(ATTEMPTS * silentMs + Math.ceil(size / LEAST_BYTES_PER_MS), LONGEST_TIMER_MS);
}

/**
 * Destroys a content stream whose store sends too little within `silentMs` while the reader waits;
 * slow readers are not disconnected.
 */
export function endWhenSilent(content: IncomingMessage, silentMs: number, problem: () => Error): void {
	const received = () => (content.readableLength > 0 || content.complete ? undefined : content.socket.bytesRead);
	let before: number | undefined;
	const look = setInterval(() => {
		const now = received();
		const isSilent = now !== undefined && before !== undefined && now - before < silentMs * LEAST_BYTES_PER_MS;
		before = now;
		if (isSilent) content.destroy(problem());
	}, silentMs).unref();
	content.once("close", () => clearInterval(look));
}
