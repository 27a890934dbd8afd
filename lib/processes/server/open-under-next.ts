import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { announceShutdown } from "@/lib/platform/shutdown-signal";
import { firstSignInLine } from "@/lib/processes/startup/first-sign-in-line";
import { compileTrustedProxies } from "./client-address";
import { NEXT_SETTINGS } from "./next-app";
import { establishContext } from "./request-context";
import { startServices } from "./services";

/**
 * Opens the service where Next runs by its own command (`next dev`, `next start`), without the request listener in front:
 * pages and routes answer, within Next's limits instead of ours. Next ends the process, and with it what is being built;
 * the next start takes that up again.
 */
export async function openUnderNext(): Promise<void> {
	const environment = env();
	log.level = environment.LOG_LEVEL;
	Object.assign(process.env, NEXT_SETTINGS);
	const isTrusted = compileTrustedProxies(environment.TRUSTED_PROXIES);
	// Before Next's own listener: what routes and pages believe of a request must not come from its sender.
	subscribe("http.server.request.start", (message) => {
		const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
		response.setHeader("X-Request-Id", establishContext(request, isTrusted).requestId);
	});
	const { firstSignIn } = await startServices(environment);
	// Next waits for the answers under way, and event streams end by this alone.
	for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, announceShutdown);
	log.warn("Next runs without the server in front of it: the limits and headers of npm start are missing");
	if (firstSignIn) process.stdout.write(firstSignInLine(`${environment.BASE_PATH}/signin`, firstSignIn));
}
