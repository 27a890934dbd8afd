import { createContext, type FormEvent, useContext, useState } from "react";

/**
 * What tells one judgment of the form around from the next, such as how often it was sent; null
 * where fields are not judged together.
 */
export const Judgment = createContext<unknown>(null);

export interface FieldError {
	/** What is wrong, for as long as it is said of what the field holds. */
	error: string | null;
	/** For the element around the control. */
	onInput: (event: FormEvent) => void;
}

/**
 * What a judgment of the form found wrong with a field: it is gone once the field's value is
 * changed, as nobody has judged the new one. The next judgment may say it again; other fields keep
 * theirs.
 */
export function useFieldError(error: string | null | undefined): FieldError {
	const judgment = useContext(Judgment);
	const [changedAfter, setChangedAfter] = useState<unknown>(null);
	const stale = judgment !== null && changedAfter === judgment;
	return { error: stale || !error ? null : error, onInput: () => setChangedAfter(judgment) };
}
