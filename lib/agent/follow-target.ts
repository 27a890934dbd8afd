import { type BackoffBounds, backoffDelay, waitFor } from "@/lib/agent/backoff";
import type { CacheDirectory, RememberedState } from "@/lib/agent/cache-directory";
import { type DesiredState, describeOptOuts, type OptOutFile, parseDesiredState } from "@/lib/agent/deployment";
import { describeError, type Logger } from "@/lib/agent/logger";
import { ServiceAnswerError } from "@/lib/agent/service-answer";
import type { ServiceClient } from "@/lib/agent/service-client";

// Minimum interval of requests to a service that does not hold polls open.
const SHORTEST_POLL_MS = 1000;

export interface FollowOptions {
	client: ServiceClient;
	cache: CacheDirectory;
	/** Seconds for which the service may hold a response back. */
	waitSeconds: number;
	/** Timeout in milliseconds of a silent response, beyond `waitSeconds`. */
	idleMs: number;
	retry: BackoffBounds;
	/** State of an earlier run; its etag saves the first transfer. */
	remembered: RememberedState | null;
	/** The lists of opt-outs that are kept beside the desired one. */
	keptOptOuts: () => readonly OptOutFile[];
	/** Called with every state that differs from the previous one. */
	onState: (desired: DesiredState) => void;
	/** Called after every successful response, changed or not; `returned` after failures. */
	onContact: (returned: boolean) => void;
	onFailure: () => void;
	log: Logger;
	signal: AbortSignal;
}

/**
 * Follows the desired state of the target by long polls until the signal aborts (docs/contract.md,
 * Agent API). Retries failures, rejected keys included, forever with growing delays: an operator
 * may be repairing the service or the key.
 */
export async function followTarget(options: FollowOptions): Promise<void> {
	const { signal, log } = options;
	let etag = options.remembered?.etag ?? null;
	let knownBody = options.remembered ? JSON.stringify(options.remembered.body) : null;
	// The first response must come at once, to confirm the remembered state.
	let waitSeconds = 0;
	let failures = 0;
	while (!signal.aborted) {
		const startedAt = performance.now();
		try {
			const answer = await options.client.fetchDeployments(etag, waitSeconds, options.idleMs, signal);
			const body = answer ? JSON.stringify(answer.body) : knownBody;
			const changed = body !== knownBody;
			if (answer && changed) {
				const { traceparent } = answer;
				const { deployments, ...desired } = parseDesiredState(answer.body);
				options.onState({ ...desired, deployments: deployments.map((each) => ({ ...each, traceparent })) });
				const keptOptOuts = options.keptOptOuts().map(describeOptOuts);
				await remember(options, { etag: answer.etag, body: answer.body, keptOptOuts });
			}
			if (answer) etag = answer.etag;
			knownBody = body;
			if (failures > 0) log.info("the service answers again", { failures });
			const first = waitSeconds === 0;
			const returned = failures > 0;
			failures = 0;
			waitSeconds = options.waitSeconds;
			options.onContact(returned);
			const rest = SHORTEST_POLL_MS - (performance.now() - startedAt);
			if (!changed && !first && rest > 0) await waitFor(rest, signal);
		} catch (error) {
			if (signal.aborted) return;
			failures++;
			const delay = backoffDelay(failures, options.retry);
			const status = error instanceof ServiceAnswerError ? error.status : null;
			const fields = { error: describeError(error), status, failures, retry_in_ms: delay };
			log.error("could not fetch the list of deployments", fields);
			// The first response after a failure must come at once again.
			waitSeconds = 0;
			options.onFailure();
			await waitForService(options.client, delay, signal);
		}
	}
}

/**
 * Waits for the next attempt: it comes early when the service answers something else, such as a
 * report, so that a deactivation during an outage is heard of as soon as the outage ends.
 */
async function waitForService(client: ServiceClient, delayMs: number, signal: AbortSignal): Promise<void> {
	const shortest = Math.min(delayMs, SHORTEST_POLL_MS);
	const alive = new AbortController();
	const wake = () => alive.abort();
	client.once("alive", wake);
	await waitFor(shortest, signal);
	await waitFor(delayMs - shortest, signal, alive.signal);
	client.off("alive", wake);
}

/** A full disk makes the next start slower but must not stop this run. */
async function remember({ cache, log }: FollowOptions, state: RememberedState): Promise<void> {
	await cache
		.remember(state)
		.catch((error) => log.warn("could not store the desired state", { error: describeError(error) }));
}
