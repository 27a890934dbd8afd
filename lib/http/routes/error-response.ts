import type { ErrorType } from "@/lib/contract/primitives";
import { isDatabaseAway, isLockTimeout, isNoRoomInDatabase } from "@/lib/platform/database-away";
import { isFileMissing, isOutOfRoom, storageProblem } from "@/lib/platform/files/storage-problem";
import { log } from "@/lib/platform/log";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import {
	type DomainError,
	type ForbiddenError,
	type InvalidArgumentError,
	isDomainError,
	type ThrottledError,
	UnavailableError,
	type VersionMismatchError,
} from "@/lib/rules/errors";
import type { JsonAnswer } from "./declaration";
import { COMMON_HEADERS, ERROR_STATUS, errorEnvelope, jsonResponse, tokenErrorEnvelope } from "./envelopes";

/** An error as its caller gets it. An unexpected one is a single sentence with the request's id. */
interface ErrorDescription {
	readonly status: number;
	readonly errorType: ErrorType;
	readonly message: string;
	readonly headers: Record<string, string>;
	readonly detail: Record<string, unknown>;
}

function describeError(raw: unknown, requestId: string): ErrorDescription {
	const thrown = isDomainError(raw) ? raw : (unavailability(raw, requestId) ?? raw);
	if (!isDomainError(thrown)) {
		log.error({ err: thrown, request_id: requestId }, "unexpected error");
		const message = `internal error: report it with the request id ${requestId}`;
		return { status: ERROR_STATUS.Internal, errorType: "Internal", message, headers: {}, detail: {} };
	}
	return {
		status: ERROR_STATUS[thrown.kind],
		errorType: thrown.kind,
		message: thrown.message,
		headers: headersOf(thrown),
		detail: detailOf(thrown),
	};
}

const NO_ROOM_RETRY_SECONDS = 120;

/**
 * Maps failures of the database and the file store to a 503, and logs their cause for operators.
 */
function unavailability(thrown: unknown, requestId: string): UnavailableError | undefined {
	if (isBusy(thrown)) {
		logFailure(thrown, "the database took too long", { request_id: requestId });
		return new UnavailableError("the service is busy: try again in a few seconds");
	}
	if (isFileMissing(thrown)) {
		const missing = "the file is missing in the service's file store";
		logFailure(thrown, missing, { request_id: requestId });
		return new UnavailableError(`${missing}: report it with the request id ${requestId}`);
	}
	const away = isDatabaseAway(thrown) ? "the database cannot be used now" : undefined;
	const problem = away ?? storageProblem(thrown);
	if (problem === undefined) return undefined;
	logFailure(thrown, problem, { request_id: requestId });
	// Room on a disk is made by people.
	if (isOutOfRoom(thrown) || isNoRoomInDatabase(thrown)) {
		return new UnavailableError(`${problem}: try again in some minutes`, { retryAfterSeconds: NO_ROOM_RETRY_SECONDS });
	}
	return new UnavailableError(`${problem}: try again in a few seconds`);
}

/**
 * Whether no connection became free in time, a row was held for too long, or a transaction took too
 * long and was rolled back (Prisma's P2028; P1018 within an operation of several statements): nothing
 * was written.
 */
function isBusy(thrown: unknown): boolean {
	const code = (thrown as { code?: unknown } | null | undefined)?.code;
	return code === "P2028" || code === "P1018" || isLockTimeout(thrown);
}

/**
 * Adds the refused rows, the details of a conflict, or the reason of a refusal to the body; other
 * errors have no details.
 */
function detailOf(thrown: DomainError): Record<string, unknown> {
	return { ...(thrown as InvalidArgumentError | ForbiddenError | VersionMismatchError).detail };
}

/**
 * Adds the headers that a status requires: `WWW-Authenticate` (RFC 9110, 401) and `Retry-After`.
 */
function headersOf(thrown: DomainError): Record<string, string> {
	if (thrown.kind === "Auth") return { "WWW-Authenticate": 'Bearer realm="Targeting Service"' };
	if (thrown.kind === "Throttled") return { "Retry-After": String((thrown as ThrottledError).retryAfterSeconds) };
	if (thrown.kind !== "Unavailable") return {};
	return { "Retry-After": String((thrown as UnavailableError).retryAfterSeconds) };
}

/** Gives the status and body of a domain error in the management and product APIs. */
export function errorAnswer(thrown: DomainError): JsonAnswer {
	const { status, errorType, message, detail } = describeError(thrown, "");
	return { status, body: errorEnvelope(errorType, message, detail) };
}

/**
 * Maps any thrown value to an answer of the management and product APIs; logs the unexpected once.
 */
export function errorResponse(thrown: unknown, requestId: string): Response {
	const { status, errorType, message, headers, detail } = describeError(thrown, requestId);
	return jsonResponse(errorEnvelope(errorType, message, detail), status, {
		...COMMON_HEADERS,
		"X-Request-Id": requestId,
		...headers,
	});
}

/**
 * Maps any thrown value to an answer of the token API, with its own envelope and throttling
 * (docs/contract.md, Token API).
 */
export function tokenErrorResponse(thrown: unknown, requestId: string): Response {
	const error = describeError(thrown, requestId);
	const throttled = error.errorType === "Throttled";
	return jsonResponse(tokenErrorEnvelope(throttled ? "throttled" : error.message), throttled ? 403 : error.status, {
		...COMMON_HEADERS,
		"X-Request-Id": requestId,
		...error.headers,
	});
}
