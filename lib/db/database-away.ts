/** SQLSTATEs of connections that were cut, and of a server that stops, starts, has run out of something or only reads (PostgreSQL, Appendix A). */
const STATES = /^(08...|57P0[1-5]|53[0-3]00|25006)$/;
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
/** What pg, Prisma's adapter and the embedded database say without a code. */
const WORDS =
	/^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Server has closed the connection|Cannot use a pool after calling end|PostgreSQL has not answered|The embedded database )/;

/**
 * Whether something failed because the database cannot be reached or does not take work now, which says nothing about what was
 * asked of it. Of a transaction that ended so nobody knows whether it was committed.
 */
export function isDatabaseAway(thrown: unknown): boolean {
	if (typeof thrown !== "object" || thrown === null) return false;
	const { code, message, cause, meta, errors, originalCode, kind } = thrown as Partial<Record<string, unknown>>;
	const codes = [code, originalCode].filter((each) => typeof each === "string");
	if (codes.some((each) => STATES.test(each) || PRISMA_CODES.has(each) || SOCKET_CODES.has(each))) return true;
	if (kind === "ConnectionClosed" || kind === "DatabaseNotReachable" || kind === "SocketTimeout") return true;
	if (typeof message === "string" && WORDS.test(message)) return true;
	// Prisma puts the adapter's error into `meta`; a host with two addresses fails with an error for each.
	const within = [cause, (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError];
	return [...within, ...(Array.isArray(errors) ? errors : [])].some(isDatabaseAway);
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
