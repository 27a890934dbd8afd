import type { DesignConflict } from "@/lib/contract/design-bodies";
import type { ErrorType } from "@/lib/contract/primitives";
import { nameOf } from "@/lib/contract/sentences/name-of";
import { asSentence } from "@/lib/rules/text/as-sentence";
import { isolate } from "@/lib/rules/text/isolate";
import { pageMessage } from "./page-message";

/**
 * An error answer of the service: its status, kind and message, and the id in the service's log.
 */
export class ApiError extends Error {
	override readonly name = "ApiError";
	readonly status: number;
	readonly errorType: ErrorType;
	readonly requestId: string | null;
	/** Time of the request (`performance.now()`). */
	readonly sentAt: number;
	/** Other fields of the body, for instance the rows that an import refused. */
	readonly detail: Record<string, unknown>;
	/**
	 * Whether something else answered in the service's place, such as a proxy: its words are ours.
	 */
	readonly byProxy: boolean;
	constructor(options: {
		status: number;
		errorType: ErrorType;
		message: string;
		requestId: string | null;
		sentAt: number;
		detail?: Record<string, unknown>;
		byProxy?: boolean;
	}) {
		super(options.message);
		this.status = options.status;
		this.errorType = options.errorType;
		this.requestId = options.requestId;
		this.sentAt = options.sentAt;
		this.detail = options.detail ?? {};
		this.byProxy = options.byProxy ?? false;
	}
}

/** The connection failed or broke: the request may have taken effect. */
export class NetworkError extends Error {
	override readonly name = "NetworkError";
	/** Whether the browser was offline before the request, which therefore never left it. */
	readonly offline: boolean;
	constructor({ offline = false, ...options }: ErrorOptions & { offline?: boolean } = {}) {
		super(
			offline
				? "You're offline. Reconnect and try again."
				: "The service could not be reached. Check the connection and try again.",
			options,
		);
		this.offline = offline;
	}
}

/** The connection broke during an upload. The message has whether the upload took effect. */
export class CutOffError extends Error {
	override readonly name = "CutOffError";
}

/** The browser did not create or use a passkey. The message has the reason, and how to continue. */
export class PasskeyError extends Error {
	override readonly name = "PasskeyError";
}

/** Another user's change came first; the message has how to continue. */
export class OvertakenError extends Error {
	override readonly name = "OvertakenError";
}

/**
 * Whether the service may have acted although its answer is missing: not when the request never
 * left the browser, or a proxy kept it.
 */
export function mayHaveActed(error: unknown): boolean {
	if (error instanceof NetworkError) return !error.offline;
	return error instanceof ApiError && error.byProxy && (error.status === 502 || error.status === 504);
}

/** Gives the title of a failure: `X was not activated`, or that it is not known. */
export function failureTitle(error: unknown, subject: string, done: string): string {
	return mayHaveActed(error) ? `${subject} may not have been ${done}` : `${subject} was not ${done}`;
}

/** Gives one or two sentences for the user: what happened, and what to do. */
export function describeError(error: unknown): string {
	if (error instanceof NetworkError || error instanceof OvertakenError || error instanceof CutOffError) {
		return error.message;
	}
	if (error instanceof PasskeyError) return error.message;
	if (!(error instanceof ApiError)) return "Something went wrong on this page. Reload it and try again.";
	if (error.byProxy) return error.message;
	const said = asSentence(pageMessage(error.message));
	switch (error.errorType) {
		case "Auth":
			return "Your session has ended. Sign in again to go on.";
		case "VersionMismatch":
			return `${said} What you see now is the current state: look again, then decide.`;
		case "Throttled":
			return `${said} Wait a moment, then try again.`;
		case "Internal":
			return `The service failed to answer. Try again; if it stays, report the id ${error.requestId ?? "of the request"}.`;
		default:
			return said;
	}
}

/**
 * Turns a 412 into a message for a dialog, which shows and would save outdated values; gives any
 * other error back.
 */
export function overtakenBy(error: unknown): unknown {
	if (!(error instanceof ApiError) || error.status !== 412) return error;
	const { changed_by, changed_by_person: person } = error.detail as Partial<DesignConflict>;
	const who = changed_by ? nameOf(person, changed_by) : "Somebody";
	return new OvertakenError(
		`${isolate(who)} has changed this meanwhile, and nothing was saved. Close this and open it again to start from how it is now.`,
	);
}
