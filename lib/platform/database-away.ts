/**
 * SQLSTATEs of cut connections, and of a server that stops, starts, lacks resources, is read-only,
 * or has exceeded a timeout (PostgreSQL, Appendix A).
 */
const STATES = /^(08...|57P0[1-5]|53[0-3]00|25006|25P03|55P03|57014)$/;
/** Prisma's codes: not reachable, too slow, closed, too many connections. */
const PRISMA_CODES: ReadonlySet<string> = new Set(["P1001", "P1002", "P1008", "P1017", "P2037"]);
const SOCKET_CODES: ReadonlySet<string> = new Set([
	"ECONNREFUSED",
	"ECONNRESET",
	"ETIMEDOUT",
	"EPIPE",
	"EHOSTUNREACH",
	"ENETUNREACH",
	"ENOTFOUND",
	"EAI_AGAIN",
]);
/** Kinds of errors of Prisma's adapter. */
const KINDS: ReadonlySet<unknown> = new Set(["ConnectionClosed", "DatabaseNotReachable", "SocketTimeout"]);
/** The operating system's messages, and PostgreSQL's to a new connection, which has no SQLSTATE of its own. */
const NO_ROOM = /No space left on device|Disk quota exceeded|^could not write init file/;
/**
 * Messages about a lost database that have no code, from pg, Prisma's adapter, PostgreSQL and the
 * embedded database.
 */
const WORDS =
	/^(Connection terminated|timeout exceeded when trying to connect|Transaction API error: Unable to start a transaction|Client has encountered a connection error|Server has closed the connection|Cannot use a pool after calling end|PostgreSQL has not answered|could not write init file|the embedded database )/;

/**
 * Whether the database is unreachable or does not accept work now, independent of the statement. It
 * is unknown whether a transaction that fails so was committed.
 */
export function isDatabaseAway(thrown: unknown): boolean {
	return someError(thrown, ({ codes, message, kind }) => {
		if (codes.some((each) => STATES.test(each) || PRISMA_CODES.has(each) || SOCKET_CODES.has(each))) return true;
		return KINDS.has(kind) || WORDS.test(message);
	});
}

/**
 * Whether the database lacked space, memory, connections or time, so that another statement may
 * succeed.
 */
export function isDatabaseExhausted(thrown: unknown): boolean {
	return someError(thrown, ({ codes }) => codes.some((each) => /^(53...|P2037|55P03|57014)$/.test(each)));
}

/** Whether the database is read-only, such as a standby. */
export function isDatabaseReadOnly(thrown: unknown): boolean {
	return someError(thrown, ({ codes }) => codes.includes("25006"));
}

/** Whether a statement exceeded the timeout, perhaps by its own fault. */
export function isStatementTooSlow(thrown: unknown): boolean {
	return someError(thrown, ({ codes }) => codes.includes("57014"));
}

/** Whether a statement waited too long for a row that somebody else changes. */
export function isLockTimeout(thrown: unknown): boolean {
	return someError(thrown, ({ codes }) => codes.includes("55P03"));
}

/** Whether a statement exceeded the timeout or waited too long for a row, perhaps for one of many. */
export const isOutOfTime = (thrown: unknown): boolean => isStatementTooSlow(thrown) || isLockTimeout(thrown);

/**
 * Whether the disk of the database is full, which stops the embedded one when it writes its log.
 */
export function isNoRoomInDatabase(thrown: unknown): boolean {
	return (
		isDatabaseAway(thrown) &&
		someError(thrown, ({ codes, message }) => codes.includes("53100") || NO_ROOM.test(message))
	);
}

interface Seen {
	readonly codes: readonly string[];
	readonly message: string;
	readonly kind: unknown;
}

/** Whether a predicate holds for an error or one of its causes. */
function someError(thrown: unknown, isSo: (seen: Seen) => boolean): boolean {
	if (typeof thrown !== "object" || thrown === null) return false;
	const { code, message, cause, meta, errors, originalCode, kind } = thrown as Partial<Record<string, unknown>>;
	const codes = [code, originalCode].filter((each) => typeof each === "string");
	if (isSo({ codes, message: typeof message === "string" ? message : "", kind })) return true;
	// Prisma puts the adapter's error into `meta`; a host with two addresses has an error for each.
	const within = [cause, (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError];
	return [...within, ...(Array.isArray(errors) ? errors : [])].some((each) => someError(each, isSo));
}

/** One line for the log. Prisma's errors begin with the call and end with the reason. */
export function causeInWords(thrown: unknown): string {
	const { message, code } = (thrown ?? {}) as { readonly message?: unknown; readonly code?: unknown };
	// An AggregateError may have no message.
	return (
		String(message || code || thrown)
			.trim()
			.split("\n")
			.at(-1) ?? ""
	);
}
