import type { IncomingMessage } from "node:http";
import { ERROR_STATUS } from "@/lib/http/routes/envelopes";
import { allowHeader } from "@/lib/http/routes/method-not-allowed";
import { plainHttpError } from "@/lib/http/routes/plain-http-error";
import { mendedLink } from "@/lib/processes/server/mended-link";
import { NOT_FOUND, type Refusal } from "@/lib/processes/server/refuse";
import type { RequestContext } from "@/lib/processes/server/request-context";
import type { RequestTarget } from "@/lib/processes/server/request-target";

/**
 * The actions of next-auth in use. Others answer with HTML pages of their own, or with 500 for
 * unexpected input (docs/contract.md, Errors).
 */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
	csrf: ["GET"],
	session: ["GET"],
	providers: ["GET"],
	signin: ["GET"],
	error: ["GET"],
	signout: ["POST"],
	"signin/credentials": ["POST"],
	"callback/credentials": ["POST"],
	"signin/oidc": ["GET", "POST"],
	"callback/oidc": ["GET"],
};

/** Why a request to `/api/auth/…` is not passed on to next-auth; undefined when it is. */
export function refusalAtSignIn(incoming: IncomingMessage, target: RequestTarget): Refusal | undefined {
	const action = target.segments.slice(2).join("/");
	const methods = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
	if (!methods) return NOT_FOUND;
	return refusalOfMethod(incoming, methods) ?? refusalOfType(incoming);
}

/** Refuses a method that a path does not accept: 405 with `Allow`; for OPTIONS 204 with `Allow`. */
export function refusalOfMethod(incoming: IncomingMessage, methods: readonly string[]): Refusal | undefined {
	const { method = "" } = incoming;
	if (methods.includes(method) || (method === "HEAD" && methods.includes("GET"))) return undefined;
	const allow = allowHeader(methods);
	return {
		status: method === "OPTIONS" ? 204 : 405,
		errorType: "MethodNotAllowed",
		message: `method not allowed: this resource accepts ${allow}`,
		headers: { Allow: allow },
	};
}

/** Refuses secrets over plain HTTP: at sign-in, on its page, and where a password is set. */
export function refusalOfPlainHttp(
	target: RequestTarget,
	context: RequestContext,
	allowPlainHttp: boolean,
): Refusal | undefined {
	const [first = "", second] = target.segments;
	const sets = first === "welcome" || mendedLink(target) !== undefined;
	const signsIn = first === "signin" || sets || (first === "api" && second === "auth");
	const error = signsIn ? plainHttpError(context, { ALLOW_PLAIN_HTTP: allowPlainHttp }) : undefined;
	return error && { status: ERROR_STATUS[error.kind], errorType: error.kind, message: error.message };
}

/** next-auth also reads JSON, and answers 500 to malformed JSON; its own client sends forms. */
function refusalOfType(incoming: IncomingMessage): Refusal | undefined {
	const type = incoming.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
	if (incoming.method !== "POST" || type === undefined || type === "application/x-www-form-urlencoded")
		return undefined;
	const message = "the content type must be 'application/x-www-form-urlencoded'";
	return { status: 415, errorType: "UnsupportedMediaType", message };
}
