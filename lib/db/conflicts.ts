import { InvalidStateError } from "@/lib/errors";

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
