import { isDeepStrictEqual } from "node:util";

type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields of a change that differ from the row; null when none does. A change without any writes
 * nothing, neither a revision nor an event (docs/contract.md, Revisions).
 * @param current the row's values of the fields that may be given
 * @param given the change; texts are compared and returned without surrounding blanks
 */
export function changedFields<Given extends object>(
	current: Fields,
	given: Given,
): { [Field in keyof Given]?: Exclude<Given[Field], undefined> } | null {
	const differing = Object.entries(given)
		.map(([field, value]) => [field, trimmed(value)] as const)
		.filter(([field, value]) => value !== undefined && !isDeepStrictEqual(current[field], value));
	return differing.length === 0 ? null : (Object.fromEntries(differing) as ReturnType<typeof changedFields<Given>>);
}

/** Whether {@link changedFields} finds none. */
export const changesNothing = (current: Fields, given: Fields): boolean => changedFields(current, given) === null;

const trimmed = (value: unknown) => (typeof value === "string" ? value.trim() : value);

/** For fields whose order has no meaning: sorted, without duplicates. */
export const asSet = (values: readonly string[] | undefined) => values && [...new Set(values)].sort();
