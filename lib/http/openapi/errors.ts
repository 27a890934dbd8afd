import { API_VERSION, ERROR_TYPES } from "@/lib/contract/constants";
import type { ErrorType } from "@/lib/contract/primitives";
import type { RouteDocumentation } from "@/lib/http/routes/documentation";
import { ERROR_STATUS } from "@/lib/http/routes/envelopes";

/** Errors of operations: a method that a resource lacks is none of its operations. */
type OperationError = Exclude<ErrorType, "MethodNotAllowed">;

const DESCRIPTIONS: Record<OperationError, string> = {
	InvalidArgument: "A parameter, header or body is missing, unknown, repeated or malformed; the message names it.",
	Auth: "The credential is missing or not valid.",
	Forbidden: "The caller sees the object but may not do this with it, or the request did not come over HTTPS.",
	NotFound: "The object does not exist for this caller.",
	InvalidState: "The object's state does not allow this; the message names the current and the required states.",
	VersionMismatch: "The revision or digest in the request is no longer the current one.",
	TooLarge: "The body is larger than the resource accepts.",
	UnsupportedMediaType: "The resource does not accept this content type.",
	IdempotencyMismatch: "The Idempotency-Key was already used with another request.",
	Throttled:
		"The caller has sent too many requests in the last minute or has too many operations running; `Retry-After` gives the seconds to wait.",
	Internal: "The service failed; the message carries the request id.",
	Unavailable: "The service cannot answer now; the request may succeed later.",
};

const EXAMPLES: Record<OperationError, string> = {
	InvalidArgument: "parameter 'limit' must be a whole number from 0 to 500",
	Auth: "invalid API key",
	Forbidden: "only administrators of the target 'Partner DSP, Frankfurt' may activate this deployment",
	NotFound: "deployment not found",
	InvalidState: "cannot reject a deployment whose status is 'activated': it must be 'requested'",
	VersionMismatch: "the deployment is at revision 4, not 3",
	TooLarge: "the body must be at most 1048576 bytes",
	UnsupportedMediaType: "the content type must be 'application/x-www-form-urlencoded'",
	IdempotencyMismatch: "the Idempotency-Key was used before with another request",
	Throttled: "too many calls: 600 are allowed in a minute",
	Internal: "internal error: report it with the request id 0b9fd7a5-2d9c-4c6b-8f0e-6a3d1f7c2b10",
	Unavailable: "the service cannot answer now",
};

/** Lists the errors that an operation may answer: those of its kind of route and its own. */
export function errorsOf(documentation: RouteDocumentation, method: string): ErrorType[] {
	const { caller, body, path = [], expects = [], errors = [], refusals = {} } = documentation;
	const found = new Set<ErrorType>([
		"InvalidArgument",
		"Internal",
		"Unavailable",
		...errors,
		...(Object.keys(refusals) as ErrorType[]),
	]);
	if (caller !== "public") found.add("Auth");
	if (caller === "public" && body !== "none") found.add("Throttled");
	// Over plain HTTP, or where the organization requires a second factor that the session lacks.
	if (caller === "management" || caller === "product" || caller === "product or agent") found.add("Forbidden");
	if (caller !== "public") found.add("Throttled");
	if (path.length > 0) found.add("NotFound");
	if (body !== "none") found.add("TooLarge").add("UnsupportedMediaType");
	if (expects.length > 0) found.add("VersionMismatch");
	if (method !== "GET") {
		// A session from another origin is forbidden; a repeated key conflicts while its first
		// request runs.
		if (caller !== "agent") found.add("Forbidden");
		found.add("InvalidState");
		if (caller !== "public") found.add("IdempotencyMismatch");
	}
	return [...found].sort((one, other) => ERROR_STATUS[one] - ERROR_STATUS[other]);
}

/** Answers of the request listener to oversized heads, which reach no operation. */
export const LONG_HEADS: Readonly<Record<number, string>> = {
	414: "The address is longer than 16,384 characters.",
	431: "The address and the headers are larger than 32 KB together.",
};

/** Error responses of the management and product APIs, as components. */
export function errorComponents(): Record<string, unknown> {
	const schema = { $ref: "#/components/schemas/Error" };
	const contentOf = (errorType: OperationError) => ({
		"application/json": {
			schema,
			example: { version: API_VERSION, status: "error", error_type: errorType, message: EXAMPLES[errorType] },
		},
	});
	const header = (description: string) => ({ description, schema: { type: "integer" } });
	return Object.fromEntries(
		ERROR_TYPES.filter((errorType) => errorType !== "MethodNotAllowed").map((errorType) => {
			const waits = errorType === "Throttled" || errorType === "Unavailable";
			const headers = waits ? { headers: { "Retry-After": header("Seconds to wait.") } } : {};
			return [errorType, { description: DESCRIPTIONS[errorType], ...headers, content: contentOf(errorType) }];
		}),
	);
}

/** Statuses and messages of the token API (docs/contract.md, Token API). */
export function tokenErrors(withUserId: boolean): Record<string, unknown> {
	const parameters = withUserId
		? "unknown parameter '<name>'; parameter '<name>' should not be used alongside a user id"
		: "unknown parameter '<name>'; missing required parameter '<name>'; invalid email address";
	const descriptions = {
		400: parameters,
		401: "invalid API key",
		403: "throttled; HTTPS required",
		404: "user not found",
		...LONG_HEADS,
		500: "The service failed; the message carries the request id.",
		503: "The service cannot answer now; the request may succeed later.",
	};
	const schema = { $ref: "#/components/schemas/TokenError" };
	const errors = Object.entries(descriptions).map(([status, description]) => {
		const [message] = description.split("; ");
		const example = { status: "error", message, version: API_VERSION };
		return [status, { description, content: { "application/json": { schema, example } } }];
	});
	return Object.fromEntries(errors);
}
