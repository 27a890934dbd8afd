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
 * Opens the service under Next's own commands (`next dev`, `next start`), without the request
 * listener: pages and routes answer within Next's limits instead of ours. Next ends the process
 * with its running builds; the next start repeats these.
 */
export async function openUnderNext(): Promise<void> {
	const environment = env();
	log.level = environment.LOG_LEVEL;
	Object.assign(process.env, NEXT_SETTINGS);
	const isTrusted = compileTrustedProxies(environment.TRUSTED_PROXIES);
	// Before Next's own listener: routes and pages must not trust headers of the sender.
	subscribe("http.server.request.start", (message) => {
		const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
		response.setHeader("X-Request-Id", establishContext(request, isTrusted).requestId);
	});
	const { firstSignIn, work } = await startServices(environment);
	work();
	// Next waits for open requests; only this ends event streams.
	for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, announceShutdown);
	log.warn("Next runs without the server in front of it: the limits and headers of npm start are missing");
	if (firstSignIn) process.stdout.write(firstSignInLine(`${environment.BASE_PATH}/signin`, firstSignIn));
}
