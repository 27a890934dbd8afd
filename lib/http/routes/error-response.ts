import type { ErrorType } from "@/lib/contract/primitives";
import { isDatabaseAway } from "@/lib/platform/database-away";
import { isFileMissing, storageProblem } from "@/lib/platform/files/storage-problem";
import { log } from "@/lib/platform/log";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import {
	type DomainError,
	type InvalidArgumentError,
	isDomainError,
	type ThrottledError,
	UnavailableError,
	type VersionMismatchError,
} from "@/lib/rules/errors";
import type { JsonAnswer } from "./declaration";
import { COMMON_HEADERS, ERROR_STATUS, errorEnvelope, jsonResponse, tokenErrorEnvelope } from "./envelopes";

/** What the caller is told of an error; everything that is not the domain's is one sentence with the request's id. */
interface Told {
	readonly status: number;
	readonly errorType: ErrorType;
	readonly message: string;
	readonly headers: Record<string, string>;
	readonly detail: Record<string, unknown>;
}

function tell(raw: unknown, requestId: string): Told {
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

/** What is wrong with what the service stands on, rather than with the request or the program; its operators read the cause in the log. */
function unavailability(thrown: unknown, requestId: string): UnavailableError | undefined {
	if (isBusy(thrown)) {
		logFailure(thrown, "no database connection became free in time", { request_id: requestId });
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
	return new UnavailableError(`${problem}: try again in a few seconds`);
}

/** Whether no database connection became free in time (Prisma's P2028): the caller's request is fine, and was not run. */
function isBusy(thrown: unknown): boolean {
	return typeof thrown === "object" && thrown !== null && "code" in thrown && thrown.code === "P2028";
}

/** What a body says besides the message: rows refused, or what a conflict is about. */
function detailOf(thrown: DomainError): Record<string, unknown> {
	if (thrown.kind !== "InvalidArgument" && thrown.kind !== "VersionMismatch") return {};
	return (thrown as InvalidArgumentError | VersionMismatchError).detail ?? {};
}

/** What belongs to a status besides its body: how to authenticate (RFC 9110, 401), and when to come again. */
function headersOf(thrown: DomainError): Record<string, string> {
	if (thrown.kind === "Auth") return { "WWW-Authenticate": 'Bearer realm="Targeting Service"' };
	if (thrown.kind === "Throttled") return { "Retry-After": String((thrown as ThrottledError).retryAfterSeconds) };
	return thrown.kind === "Unavailable" ? { "Retry-After": "5" } : {};
}

/** Status and body of an error of the domain, as the management and product APIs answer it. */
export function errorAnswer(thrown: DomainError): JsonAnswer {
	const { status, errorType, message, detail } = tell(thrown, "");
	return { status, body: errorEnvelope(errorType, message, detail) };
}

/** Maps anything thrown to an answer of the management and product APIs; logs what is unexpected, once. */
export function errorResponse(thrown: unknown, requestId: string): Response {
	const { status, errorType, message, headers, detail } = tell(thrown, requestId);
	return jsonResponse(errorEnvelope(errorType, message, detail), status, {
		...COMMON_HEADERS,
		"X-Request-Id": requestId,
		...headers,
	});
}

/** Maps anything thrown to an answer of the token API, whose envelope and throttling differ (specification, Errors). */
export function tokenErrorResponse(thrown: unknown, requestId: string): Response {
	const told = tell(thrown, requestId);
	const throttled = told.errorType === "Throttled";
	return jsonResponse(tokenErrorEnvelope(throttled ? "throttled" : told.message), throttled ? 403 : told.status, {
		...COMMON_HEADERS,
		"X-Request-Id": requestId,
		...told.headers,
	});
}
