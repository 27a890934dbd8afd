import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { designType } from "@/lib/contract/primitives";

export const PAGE_SIZE = 20;

const parsers = {
	q: parseAsString.withDefault(""),
	type: parseAsStringLiteral(["any", ...designType.options]).withDefault("any"),
	owner: parseAsStringLiteral(["all", "mine"]).withDefault("all"),
	order: parseAsStringLiteral(["desc", "asc"]).withDefault("desc"),
	offset: parseAsInteger.withDefault(0),
};

/** The list's state, kept in the URL alone; any change but of the page goes back to the first page. */
export function useDesignFilters() {
	const [state, set] = useQueryStates(parsers, { history: "push" });
	const offset = Math.max(0, state.offset);
	return {
		...state,
		offset,
		narrowed: state.q.trim() !== "" || state.type !== "any" || state.owner !== "all",
		change: (part: Partial<Omit<typeof state, "q" | "offset">>) => void set({ ...part, offset: null }),
		/** Half-typed words are no step of the history. */
		search: (q: string) => void set({ q, offset: null }, { history: "replace" }),
		goTo: (next: number) => void set({ offset: next }),
		reset: () => void set({ q: null, type: null, owner: null, offset: null }),
	};
}
