import { parseAsString, useQueryStates } from "nuqs";

const parsers = {
	/** Words that operations are searched for. */
	q: parseAsString.withDefault(""),
	/** The operation that is open, by its id in the document. */
	operation: parseAsString,
};

/**
 * The page's state, kept in the URL alone: every operation has an address.
 */
export function useDocsState() {
	const [state, set] = useQueryStates(parsers, { history: "push" });
	return {
		...state,
		search: (q: string) => void set({ q: q === "" ? null : q }, { history: "replace" }),
		open: (operation: string | null, history: "push" | "replace" = "push") => void set({ operation }, { history }),
	};
}
export type DocsState = ReturnType<typeof useDocsState>;

/**
 * What stands in the place of an operation while the introduction is open; on large screens it is
 * open where nothing else is.
 */
export const INTRODUCTION = "introduction";

/** The address of an operation, for links. */
export const operationHref = (id: string): string => `/docs?${new URLSearchParams({ operation: id })}`;
