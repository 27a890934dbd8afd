/**
 * The errors that operations throw. Each names what was wrong in one sentence that a caller may read; the HTTP layer
 * alone maps them to a status and an `error_type` (design.md section 4, item 2).
 */

const BRAND = "isDomainError";

/**
 * Whether something thrown is an error of the domain. The server and Next's pages are bundled apart and carry a class of
 * their own each, so `instanceof` would miss errors that cross from one to the other.
 */
export function isDomainError(thrown: unknown): thrown is DomainError {
	return typeof thrown === "object" && thrown !== null && BRAND in thrown;
}

/** What every error of the domain has in common: a sentence for the caller and a stable kind. */
export abstract class DomainError extends Error {
	abstract readonly kind: DomainErrorKind;
	readonly [BRAND] = true;
	override get name(): string {
		return this.constructor.name;
	}
}

export type DomainErrorKind =
	| "InvalidArgument"
	| "Auth"
	| "Forbidden"
	| "NotFound"
	| "InvalidState"
	| "VersionMismatch"
	| "TooLarge"
	| "UnsupportedMediaType"
	| "IdempotencyMismatch"
	| "Throttled"
	| "Unavailable";

/** A parameter, header or body that is missing, unknown, repeated or malformed. */
export class InvalidArgumentError extends DomainError {
	readonly kind = "InvalidArgument";
	readonly parameter: string | undefined;
	/** Lists what was refused row by row, for imports. */
	readonly detail: Record<string, unknown> | undefined;
	constructor(message: string, options: { parameter?: string; detail?: Record<string, unknown> } = {}) {
		super(message);
		this.parameter = options.parameter;
		this.detail = options.detail;
	}
}

/** No credential, or one that is not valid. */
export class AuthError extends DomainError {
	readonly kind = "Auth";
}

/** The caller sees the object but may not do this with it. */
export class ForbiddenError extends DomainError {
	readonly kind = "Forbidden";
}

/** The object does not exist for this caller. */
export class NotFoundError extends DomainError {
	readonly kind = "NotFound";
}

/** The object's state does not allow this: the message names the state found and the states required. */
export class InvalidStateError extends DomainError {
	readonly kind = "InvalidState";
}

/** The caller decided on a revision or digest that is no longer the current one. */
export class VersionMismatchError extends DomainError {
	readonly kind = "VersionMismatch";
	/** What the caller needs to decide anew: who changed it, and how it is now. */
	readonly detail: Record<string, unknown> | undefined;
	constructor(message: string, options: { detail?: Record<string, unknown> } = {}) {
		super(message);
		this.detail = options.detail;
	}
}

/** A body or file beyond its bound. */
export class TooLargeError extends DomainError {
	readonly kind = "TooLarge";
}

/** A body of a content type that the route does not take. */
export class UnsupportedMediaTypeError extends DomainError {
	readonly kind = "UnsupportedMediaType";
}

/** An Idempotency-Key that was used before with another request. */
export class IdempotencyMismatchError extends DomainError {
	readonly kind = "IdempotencyMismatch";
}

/** Too many calls in the allotted period. */
export class ThrottledError extends DomainError {
	readonly kind = "Throttled";
	readonly retryAfterSeconds: number;
	constructor(message: string, retryAfterSeconds: number) {
		super(message);
		this.retryAfterSeconds = retryAfterSeconds;
	}
}

/** The service cannot answer now, and may soon. */
export class UnavailableError extends DomainError {
	readonly kind = "Unavailable";
}
