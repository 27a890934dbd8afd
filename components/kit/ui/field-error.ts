import { createContext, type FormEvent, useContext, useState } from "react";

/**
 * What tells one judgement of the form around from the next, such as how often it was sent; null
 * where fields are not judged together.
 */
export const Judgement = createContext<unknown>(null);

export interface FieldError {
	/** What is wrong, for as long as it is said of what the field holds. */
	error: string | null;
	/** For the element around the control. */
	onInput: (event: FormEvent) => void;
}

/**
 * What a judgement of the form found wrong with a field: it is gone once the field's value is
 * changed, as nobody has judged the new one. The next judgement may say it again; other fields keep
 * theirs.
 */
export function useFieldError(error: string | null | undefined): FieldError {
	const judgement = useContext(Judgement);
	const [changedAfter, setChangedAfter] = useState<unknown>(null);
	const stale = judgement !== null && changedAfter === judgement;
	return { error: stale || !error ? null : error, onInput: () => setChangedAfter(judgement) };
}
