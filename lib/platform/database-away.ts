/**
 * SQLSTATEs of connections that were cut, and of a server that stops, starts, has run out of something, only reads, or lets a lock or an answer be
 * waited for too long (PostgreSQL, Appendix A).
 */
const STATES = /^(08...|57P0[1-5]|53[0-3]00|25006|25P03|55P03|57014)$/;
/** Of Prisma: not reachable, too slow, closed, too many connections. */
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
/** Of Prisma's adapter. */
const KINDS: ReadonlySet<unknown> = new Set(["ConnectionClosed", "DatabaseNotReachable", "SocketTimeout"]);
/** As the system says it to PostgreSQL. */
const NO_ROOM = /No space left on device|Disk quota exceeded/;
/** What pg, Prisma's adapter and the embedded database say without a code. */
const WORDS =
	/^(Connection terminated|timeout exceeded when trying to connect|Transaction API error: Unable to start a transaction|Client has encountered a connection error|Server has closed the connection|Cannot use a pool after calling end|PostgreSQL has not answered|The embedded database )/;

/**
 * Whether something failed because the database cannot be reached or does not take work now, which says nothing about what was
 * asked of it. Of a transaction that ended so nobody knows whether it was committed.
 */
export function isDatabaseAway(thrown: unknown): boolean {
	return someError(thrown, ({ codes, message, kind }) => {
		if (codes.some((each) => STATES.test(each) || PRISMA_CODES.has(each) || SOCKET_CODES.has(each))) return true;
		return KINDS.has(kind) || WORDS.test(message);
	});
}

/** Whether it answered, and had too little of something: of room, memory, connections or time. Then the next question may be answered. */
export function isDatabaseExhausted(thrown: unknown): boolean {
	return someError(thrown, ({ codes }) => codes.some((each) => /^(53...|P2037|55P03|57014)$/.test(each)));
}

/** Whether it only reads, as a standby. */
export function isDatabaseReadOnly(thrown: unknown): boolean {
	return someError(thrown, ({ codes }) => codes.includes("25006"));
}

/** Whether a statement took longer than any may: perhaps for the fault of who wrote it. */
export function isStatementTooSlow(thrown: unknown): boolean {
	return someError(thrown, ({ codes }) => codes.includes("57014"));
}

/** Whether the disk of the database is full. The embedded one stops when that meets its log. */
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

/** Whether something is true of an error, or of one that it stands for. */
function someError(thrown: unknown, isSo: (seen: Seen) => boolean): boolean {
	if (typeof thrown !== "object" || thrown === null) return false;
	const { code, message, cause, meta, errors, originalCode, kind } = thrown as Partial<Record<string, unknown>>;
	const codes = [code, originalCode].filter((each) => typeof each === "string");
	if (isSo({ codes, message: typeof message === "string" ? message : "", kind })) return true;
	// Prisma puts the adapter's error into `meta`; a host with two addresses fails with an error for each.
	const within = [cause, (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError];
	return [...within, ...(Array.isArray(errors) ? errors : [])].some((each) => someError(each, isSo));
}

/** One line for the log. Prisma's errors begin with the call that failed, and end with why. */
export function causeInWords(thrown: unknown): string {
	const { message, code } = (thrown ?? {}) as { readonly message?: unknown; readonly code?: unknown };
	// An error that stands for several has no words of its own.
	return (
		String(message || code || thrown)
			.trim()
			.split("\n")
			.at(-1) ?? ""
	);
}
