import type { Principal } from "@/lib/domain/access/principal";
import { ROUTES } from "@/lib/generated/routes";
import type { RouteHandler } from "@/lib/http/routes/route";
import type { Service } from "@/lib/platform/service";
import { callRoute, type RouteAnswer, type RouteCall } from "./call-route";
import { openTestSession, sessionHeaders } from "./session";

/** A route of the registry by method and path, such as `PATCH /api/users/[user_id]`. */
export function findRoute(
	route: string,
	params: Readonly<Record<string, string>> = {},
): { handler: RouteHandler; method: string; url: string } {
	const [method = "", pattern = ""] = route.split(" ");
	const handler = ROUTES[pattern]?.[method as "POST"];
	if (handler === undefined) throw new Error(`there is no route ${route}`);
	return { handler, method, url: pattern.replace(/\[(\w+)\]/g, (_, name) => params[name] ?? "") };
}

/** Calls a route of the registry by method and path. */
export function callNamedRoute(route: string, call: Omit<RouteCall, "method" | "url">): Promise<RouteAnswer> {
	const { handler, ...found } = findRoute(route, call.params);
	return callRoute(handler, { ...call, ...found });
}

/** Sends requests with the same headers. */
export type Send = (route: string, json?: unknown, params?: Record<string, string>) => Promise<RouteAnswer>;

/** Sends requests with headers, such as a credential. */
export const senderWith =
	(headers: Record<string, string>): Send =>
	(route, json, params = {}) =>
		callNamedRoute(route, { params, json, headers });

/** Opens a session of a user, and sends requests from the service's own pages with it. */
export async function signedInSender(service: Service, user: Pick<Principal, "userId">): Promise<Send> {
	return senderWith(await sessionHeaders(service, await openTestSession(service, user)));
}
