import type { IncomingMessage } from "node:http";

/** A store that neither says nor takes anything for so long is asked anew, {@link ATTEMPTS} times in all: after a minute it is given up. */
export const SILENT_MS = 20_000;
export const ATTEMPTS = 3;
/** What a timer of Node.js can wait. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** A store that gives or takes less, be it one byte after the other, is as good as silent: a kilobyte a second. */
const LEAST_BYTES_PER_MS = 1;

/**
 * How long an upload of so many bytes may take, in milliseconds, to a store that is given up when it says nothing for `silentMs`.
 * Never more than a timer can wait: beyond that it would run out at once, and no large file would ever be stored.
 */
export function uploadPatienceMs(size: number, silentMs: number): number {
	return Math.min(ATTEMPTS * silentMs + Math.ceil(size / LEAST_BYTES_PER_MS), LONGEST_TIMER_MS);
}

/** Ends a content of which nothing much comes for so long, or for twice as long, while its reader waits: one that takes its time is not cut off. */
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
