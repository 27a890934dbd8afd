import {
	ConnectionError,
	ServiceError,
	ThrottledError,
	UnavailableError,
	WaitError,
} from "@/clients/typescript/src/index";

/** Exit codes, as --help lists them. */
export const EXIT = {
	done: 0,
	refused: 1,
	usage: 2,
	unavailable: 3,
	differs: 4,
	interrupted: 130,
} as const;

/** What was typed cannot be done as it is: the message says what would be right. */
export class UsageError extends Error {
	override readonly name = "UsageError";
}

/** The exit code of what a command threw. */
export function exitCodeOf(error: unknown): number {
	if (error instanceof UsageError) return EXIT.usage;
	const isAway = [ConnectionError, ThrottledError, UnavailableError].some((kind) => error instanceof kind);
	return isAway ? EXIT.unavailable : EXIT.refused;
}

/** An error for programs. */
export function errorData(error: Error): object {
	const { status, type, requestId } =
		error instanceof ServiceError ? error : { status: null, type: null, requestId: null };
	return { type: type ?? error.name, message: error.message, status, request_id: requestId };
}

/** The errors that have a sentence for people; others are bugs. */
export const isExpected = (error: unknown): error is Error =>
	[UsageError, ServiceError, ConnectionError, WaitError].some((kind) => error instanceof kind);
