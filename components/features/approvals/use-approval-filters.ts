import { type Nullable, useQueryStates } from "nuqs";
import { parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { useState } from "react";
import { filtersInUse } from "@/components/kit/table/filter-parsers";
import { approvalParsers, ORDERS } from "./approval-filters";

const parsers = {
	...approvalParsers,
	order: parseAsStringLiteral(ORDERS).withDefault("asc"),
	offset: parseAsInteger.withDefault(0),
	/** The request that the panel shows. */
	request: parseAsString,
};

/** Removes all filters. */
const UNFILTERED = Object.fromEntries(Object.keys(approvalParsers).map((name) => [name, null]));

/** nuqs drops pending writes when another step of the history does not have this name. */
const STEP = "__nuqs__";
/**
 * Browsers refuse many steps within seconds, as from a key held down: nuqs writes the last of them.
 */
const REST = 300;

/** A request that is shown next, and the step of the history that it is. */
interface Opened {
	request: string | null;
	history: "push" | "replace";
}

let wrote = Number.NEGATIVE_INFINITY;

/** Writes a request into the address at once, where nuqs takes a moment. */
function writeRequest({ request, history: step }: Opened): void {
	const url = new URL(location.href);
	if (url.searchParams.get("request") === request) return;
	wrote = performance.now();
	if (request === null) url.searchParams.delete("request");
	else url.searchParams.set("request", request);
	history[`${step}State`](null, STEP, url);
}

/** The page's state, kept in the URL alone. */
export function useApprovalFilters() {
	const [state, put] = useQueryStates(parsers, { history: "push" });
	/** Values that are not in the URL yet: they get there in the frame that shows them. */
	const [opened, setOpened] = useState<Opened | null>(null);
	const set: typeof put = (...change) => {
		setOpened(null);
		return put(...change);
	};
	const inUse = filtersInUse(approvalParsers, { ...state, q: state.q.trim() });
	return {
		...state,
		request: opened === null ? state.request : opened.request,
		offset: Math.max(0, state.offset),
		narrowed: inUse.length > 0,
		filtering: inUse.filter((name) => name !== "q").length + (state.order === "asc" ? 0 : 1),
		change: (part: Partial<Nullable<typeof state>>, typing = false) =>
			void set({ ...part, offset: null, request: null }, { history: typing ? "replace" : "push" }),
		goTo: (offset: number, history: "push" | "replace" = "push") => void set({ offset, request: null }, { history }),
		open: (request: string | null, history: "push" | "replace" = "push") =>
			setOpened((before) => ({ request, history: before?.history === "push" ? "push" : history })),
		/** Writes what was opened into the address: to be called in the frame that shows it. */
		settle: () => {
			if (opened === null) return;
			if (opened.history === "push" || performance.now() - wrote > REST) writeRequest(opened);
			void set({ request: opened.request }, { history: "replace" });
		},
		/** Writes another request in place of the one in the URL, in the frame that shows it. */
		goOn: (request: string | null) => {
			writeRequest({ request, history: "replace" });
			void set({ request }, { history: "replace" });
		},
		reset: () => void set({ ...UNFILTERED, offset: null, request: null }),
	};
}
export type ApprovalFilters = ReturnType<typeof useApprovalFilters>;
