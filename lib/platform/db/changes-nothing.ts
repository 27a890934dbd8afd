import { isDeepStrictEqual } from "node:util";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Whether a change leaves a row as it is: each field that it gives has the value that is there.
 * Such a change writes nothing, neither a revision nor an event (docs/contract.md, Revisions).
 * @param current the fields that may be given, as the row has them
 * @param given the change; texts are compared without the blanks around them
 */
export function changesNothing(current: Fields, given: Fields): boolean {
	return Object.entries(given).every(
		([field, value]) => value === undefined || isDeepStrictEqual(current[field], trimmed(value)),
	);
}

const trimmed = (value: unknown) => (typeof value === "string" ? value.trim() : value);

/** For fields whose order says nothing: sorted, without duplicates. */
export const asSet = (values: readonly string[] | undefined) => values && [...new Set(values)].sort();
