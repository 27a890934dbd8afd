import type { Principal } from "@/lib/domain/access/principal";
import { requireFactor } from "@/lib/domain/accounts/own/require-confirmed";
import { changeFeed } from "@/lib/domain/events/change-feed";
import { database } from "@/lib/platform/db/database";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import type { Service } from "@/lib/platform/service";
import { shutdownSignal } from "@/lib/platform/shutdown-signal";
import { isDomainError } from "@/lib/rules/errors";
import { authenticate } from "./authenticate";
import { eventStream } from "./event-stream";
import type { RequestAttributes } from "./request-attributes";

/** A position that no stream has: one that begins with it resets its reader. */
const OTHER_RIGHTS = "other-rights";

/** Credentials also expire, which changes no row. */
const RECHECK_MS = 60_000;

interface Follower {
	readonly service: Service;
	readonly principal: Principal;
	/** Where the stream continues, in place of the header `Last-Event-ID`. */
	readonly since: string | undefined;
	readonly request: Request;
	readonly attributes: RequestAttributes;
}

/**
 * Streams changes as server-sent events (docs/contract.md, Events). The stream ends with the
 * request, with the service, and when its credential ends, gets other rights, or
 * needs a second factor first.
 * @throws ThrottledError when too many streams are open
 */
export async function liveChanges({ service, principal, since, request, attributes }: Follower): Promise<Response> {
	const feed = changeFeed(database(), service);
	return eventStream([request.signal, shutdownSignal()], async (sink) => {
		const recheck = async () => {
			try {
				const now = await authenticate(service, request, attributes, "product");
				requireFactor(now);
				if (rightsOf(now) === rightsOf(principal)) return;
				// Loaded objects may be hidden from the reader now, and the stream cannot resume from here.
				sink.send({ id: OTHER_RIGHTS, reset: true });
				sink.close();
			} catch (error) {
				// A database failure does not make the credential invalid.
				if (isDomainError(error)) sink.close();
			}
		};
		const end = await feed.subscribe({
			principal,
			lastId: request.headers.get("last-event-id") ?? since ?? null,
			begin: (id) => sink.begin(id),
			send: (message) => sink.send(message),
			recheck: () => void recheck(),
			fail: (error) => {
				logFailure(error, "could not check the credential of an event stream: trying again");
				sink.close();
			},
		});
		// Changes before the feed began to listen were not announced.
		await recheck();
		const timer = setInterval(() => void recheck(), RECHECK_MS).unref();
		return () => {
			clearInterval(timer);
			end();
		};
	});
}

function rightsOf({ role, organizationId, membersSee, mayManage }: Principal): string {
	return `${role} ${organizationId} ${membersSee} ${mayManage}`;
}
