/**
 * The errors of operations. Each message is one sentence for the caller; only the HTTP layer maps
 * errors to a status and an `error_type` (docs/contract.md, Errors).
 */

const BRAND = "isDomainError";

/**
 * Whether a thrown value is a domain error. Bundles carry their own copies of the classes, so
 * `instanceof` would miss errors that cross from one bundle to another.
 */
export function isDomainError(thrown: unknown): thrown is DomainError {
	return typeof thrown === "object" && thrown !== null && BRAND in thrown;
}

/** Base class: a message for the caller and a stable kind. */
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
	/** Rejected rows of an import. */
	readonly detail: Record<string, unknown> | undefined;
	constructor(message: string, options: { parameter?: string; detail?: Record<string, unknown> } = {}) {
		super(message);
		this.parameter = options.parameter;
		this.detail = options.detail;
	}
}

/** A missing or invalid credential. */
export class AuthError extends DomainError {
	readonly kind = "Auth";
}

/** The caller may read the object but not do this with it. */
export class ForbiddenError extends DomainError {
	readonly kind = "Forbidden";
	/** The remedy, for programs (docs/contract.md, Confirmation). */
	readonly detail: { readonly reason: ForbiddenReason } | undefined;
	constructor(message: string, detail?: { readonly reason: ForbiddenReason }) {
		super(message);
		this.detail = detail;
	}
}

export type ForbiddenReason = "confirmation_required" | "second_factor_required";

/** The object does not exist for this caller. */
export class NotFoundError extends DomainError {
	readonly kind = "NotFound";
}

/** The object's state does not allow this; the message names current and required states. */
export class InvalidStateError extends DomainError {
	readonly kind = "InvalidState";
}

/** The caller decided on an outdated revision or digest. */
export class VersionMismatchError extends DomainError {
	readonly kind = "VersionMismatch";
	/**
	 * The data for another decision: the author of the change, and the current state of the object.
	 */
	readonly detail: Record<string, unknown> | undefined;
	constructor(message: string, options: { detail?: Record<string, unknown> } = {}) {
		super(message);
		this.detail = options.detail;
	}
}

/** A body or file above its size limit. */
export class TooLargeError extends DomainError {
	readonly kind = "TooLarge";
}

/** A content type that the route does not accept. */
export class UnsupportedMediaTypeError extends DomainError {
	readonly kind = "UnsupportedMediaType";
}

/** An Idempotency-Key that was used before with a different request. */
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

/** The service cannot answer now but may soon. */
export class UnavailableError extends DomainError {
	readonly kind = "Unavailable";
	/** When to come again. */
	readonly retryAfterSeconds: number;
	constructor(message: string, { retryAfterSeconds = 5 }: { retryAfterSeconds?: number } = {}) {
		super(message);
		this.retryAfterSeconds = retryAfterSeconds;
	}
}
