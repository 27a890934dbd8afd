import { InvalidStateError } from "@/lib/rules/errors";

/** Prisma's code, and PostgreSQL's own. */
const UNIQUE_VIOLATIONS: ReadonlySet<unknown> = new Set(["P2002", "23505"]);

/** Whether a unique index refused a row. */
export function isUniqueViolation(thrown: unknown): boolean {
	return typeof thrown === "object" && thrown !== null && "code" in thrown && UNIQUE_VIOLATIONS.has(thrown.code);
}

/**
 * For `.catch`: turns a unique violation into a conflict with a faster request.
 * @throws InvalidStateError with the message for a unique violation; any other error unchanged
 */
export function translateConflict(message: string): (thrown: unknown) => never {
	return (thrown) => {
		throw isUniqueViolation(thrown) ? new InvalidStateError(message) : thrown;
	};
}

/** PostgreSQL's serialization failure and deadlock. */
const SERIALIZATION_FAILURES: ReadonlySet<unknown> = new Set(["40001", "40P01", "P2034"]);

/**
 * Whether the database aborted a transaction in favor of another. Prisma's raw statements report
 * it only in the adapter's message.
 */
export function isSerializationFailure(thrown: unknown): boolean {
	if (typeof thrown !== "object" || thrown === null) return false;
	if ("code" in thrown && SERIALIZATION_FAILURES.has(thrown.code)) return true;
	const kind = ["meta", "driverAdapterError", "cause", "kind"].reduce<unknown>(
		(value, name) => (typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined),
		thrown,
	);
	return kind === "TransactionWriteConflict";
}
