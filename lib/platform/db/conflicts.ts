import { InvalidStateError } from "@/lib/rules/errors";

/** Prisma's code, and PostgreSQL's own. */
const UNIQUE_VIOLATIONS: ReadonlySet<unknown> = new Set(["P2002", "23505"]);

/** Whether the database refused a row because of a unique index. */
export function isUniqueViolation(thrown: unknown): boolean {
	return typeof thrown === "object" && thrown !== null && "code" in thrown && UNIQUE_VIOLATIONS.has(thrown.code);
}

/**
 * For `.catch`: the database has the last word on invariants, and what its unique indexes refuse is a conflict with
 * someone who was faster.
 * @throws InvalidStateError with the message for a unique violation; anything else as it came.
 */
export function translateConflict(message: string): (thrown: unknown) => never {
	return (thrown) => {
		throw isUniqueViolation(thrown) ? new InvalidStateError(message) : thrown;
	};
}

/** PostgreSQL's serialization failure, and its deadlock. */
const GAVE_WAY: ReadonlySet<unknown> = new Set(["40001", "40P01", "P2034"]);

/** Whether the database ended a transaction in favour of another; Prisma's raw statements tell it in the adapter's words only. */
export function gaveWay(thrown: unknown): boolean {
	if (typeof thrown !== "object" || thrown === null) return false;
	if ("code" in thrown && GAVE_WAY.has(thrown.code)) return true;
	const kind = ["meta", "driverAdapterError", "cause", "kind"].reduce<unknown>(
		(value, name) => (typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined),
		thrown,
	);
	return kind === "TransactionWriteConflict";
}
