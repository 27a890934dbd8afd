import { createContext, type FormEvent, useContext, useState } from "react";

/**
 * Identifies an attempt to send the form, for instance by its number; null where fields are
 * validated one by one.
 */
export const Judgment = createContext<unknown>(null);

export interface FieldError {
	/** The problem, as long as it applies to the field's value. */
	error: string | null;
	/** For the element around the control. */
	onInput: (event: FormEvent) => void;
}

/**
 * The error of a field until its value changes. The next attempt may set it again; other fields
 * keep theirs.
 */
export function useFieldError(error: string | null | undefined): FieldError {
	const judgment = useContext(Judgment);
	const [changedAfter, setChangedAfter] = useState<unknown>(null);
	const stale = judgment !== null && changedAfter === judgment;
	return { error: stale || !error ? null : error, onInput: () => setChangedAfter(judgment) };
}
