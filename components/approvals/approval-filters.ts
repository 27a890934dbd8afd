import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { designType } from "@/lib/contract/primitives";

export const VIEWS = ["waiting", "live"] as const;
export const LIVE_CHOICES = ["live", "activated", "deactivated", "rejected"] as const;

const parsers = {
	view: parseAsStringLiteral(VIEWS).withDefault("waiting"),
	q: parseAsString.withDefault(""),
	type: parseAsStringLiteral(["any", ...designType.options]).withDefault("any"),
	order: parseAsStringLiteral(["desc", "asc"]).withDefault("desc"),
	/** Of the live view. */
	status: parseAsStringLiteral(LIVE_CHOICES).withDefault("live"),
	offset: parseAsInteger.withDefault(0),
	/** The request that the panel shows. */
	request: parseAsString,
};

/** The page's state, kept in the URL alone. */
export function useApprovalFilters() {
	const [state, set] = useQueryStates(parsers, { history: "push" });
	return {
		...state,
		offset: Math.max(0, state.offset),
		narrowed: state.q.trim() !== "" || state.type !== "any",
		change: (part: Partial<Pick<typeof state, "type" | "order" | "status">>) =>
			void set({ ...part, offset: null, request: null }),
		search: (q: string) => void set({ q, offset: null, request: null }, { history: "replace" }),
		show: (view: (typeof VIEWS)[number]) => void set({ view, offset: null, request: null }),
		goTo: (offset: number) => void set({ offset }),
		open: (request: string | null, history: "push" | "replace" = "push") => void set({ request }, { history }),
		reset: () => void set({ q: null, type: null, offset: null, request: null }),
	};
}
export type ApprovalFilters = ReturnType<typeof useApprovalFilters>;
