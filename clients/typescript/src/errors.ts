/** The service's words for what went wrong (`error_type`). */
export type ErrorType =
	| "InvalidArgument"
	| "Auth"
	| "Forbidden"
	| "NotFound"
	| "MethodNotAllowed"
	| "InvalidState"
	| "VersionMismatch"
	| "TooLarge"
	| "UnsupportedMediaType"
	| "IdempotencyMismatch"
	| "Throttled"
	| "Internal"
	| "Unavailable";

/** What an answer said about its refusal. */
export interface Refusal {
	readonly status: number;
	/** Null for answers of the token API, and of what stands between the client and the service. */
	readonly type: ErrorType | null;
	readonly message: string;
	/** Worth reporting with any question. */
	readonly requestId: string | null;
	/** Seconds after which the service asks to come again. */
	readonly retryAfter: number | null;
	/** The whole answer; of a refused import with the refused rows, of a 412 with what is current. */
	readonly body: Readonly<Record<string, unknown>>;
}

/** A request that the service refused. Its message is the service's sentence, which names what is wrong. */
export class ServiceError extends Error implements Refusal {
	readonly status: number;
	readonly type: ErrorType | null;
	readonly requestId: string | null;
	readonly retryAfter: number | null;
	readonly body: Readonly<Record<string, unknown>>;

	constructor(refusal: Refusal) {
		super(refusal.message);
		this.name = new.target.name;
		this.status = refusal.status;
		this.type = refusal.type;
		this.requestId = refusal.requestId;
		this.retryAfter = refusal.retryAfter;
		this.body = refusal.body;
	}
}

/** 400, 413, 415, 422: the request is wrong; the message names the parameter. */
export class InvalidRequestError extends ServiceError {}

/** 401: no valid key or token. */
export class AuthenticationError extends ServiceError {}

/** 403: the caller sees the object and may not do this with it. */
export class ForbiddenError extends ServiceError {}

/** 404: the object does not exist for this caller. */
export class NotFoundError extends ServiceError {}

/** 409: the object's state does not allow it; the message names the state found and those required. */
export class InvalidStateError extends ServiceError {}

/** 412: somebody changed the object since it was read. */
export class VersionMismatchError extends ServiceError {}

/** 429, or 403 of the token API: too many calls. */
export class ThrottledError extends ServiceError {}

/** 5xx: the service cannot answer now. */
export class UnavailableError extends ServiceError {}

/** No answer came: the service could not be reached, or the connection was cut. */
export class ConnectionError extends Error {
	override readonly name = "ConnectionError";
}

/** What was waited for ended otherwise: a build that was rejected, a deployment that is off. */
export class WaitError extends Error {
	override readonly name = "WaitError";
}

const CLASSES: Readonly<Record<number, typeof ServiceError>> = {
	401: AuthenticationError,
	403: ForbiddenError,
	404: NotFoundError,
	409: InvalidStateError,
	412: VersionMismatchError,
	429: ThrottledError,
};

/** Something that was looked for by its name among what the service lists. */
export const notFound = (message: string) =>
	new NotFoundError({ status: 404, type: "NotFound", message, requestId: null, retryAfter: null, body: {} });

/** The error of a refusal's class. */
export function errorOf(refusal: Refusal): ServiceError {
	if (refusal.status === 403 && refusal.message === "throttled") return new ThrottledError(refusal);
	const Class = CLASSES[refusal.status] ?? (refusal.status >= 500 ? UnavailableError : InvalidRequestError);
	return new Class(refusal);
}
