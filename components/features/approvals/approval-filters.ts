import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import { type DeploymentFilters, UNDECIDED } from "@/lib/browser/deployments";
import { DESIGN_TYPES } from "@/lib/contract/constants";

/** The oldest waits first. */
export const ORDERS = ["asc", "desc", "largest", "smallest"] as const;
export const BUILDS = ["any", "first", "refreshed"] as const;

export const WAITING = ["decision", "answer"] as const;

/** Requests on one page: few enough to render at once. */
export const PAGE_SIZE = 100;

const parsers = {
	q: parseAsString.withDefault(""),
	type: parseAsStringLiteral(["any", ...DESIGN_TYPES]).withDefault("any"),
	target: parseAsString.withDefault(""),
	min_size: parseAsInteger,
	max_size: parseAsInteger,
	build: parseAsStringLiteral(BUILDS).withDefault("any"),
	order: parseAsStringLiteral(ORDERS).withDefault("asc"),
	/** What the requests wait for. */
	waiting: parseAsStringLiteral(WAITING).withDefault("decision"),
	offset: parseAsInteger.withDefault(0),
	/** The request that the panel shows. */
	request: parseAsString,
};

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
	return {
		...state,
		request: opened === null ? state.request : opened.request,
		offset: Math.max(0, state.offset),
		narrowed:
			state.q.trim() !== "" ||
			state.type !== "any" ||
			state.target !== "" ||
			state.min_size !== null ||
			state.max_size !== null ||
			state.build !== "any" ||
			state.waiting !== "decision",
		change: (part: Partial<Omit<typeof state, "q" | "offset" | "request">>) =>
			void set({ ...part, offset: null, request: null }),
		search: (q: string) => void set({ q, offset: null, request: null }, { history: "replace" }),
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
		reset: () =>
			void set({
				q: null,
				type: null,
				target: null,
				min_size: null,
				max_size: null,
				build: null,
				waiting: null,
				offset: null,
				request: null,
			}),
	};
}
export type ApprovalFilters = ReturnType<typeof useApprovalFilters>;

/** The filters as the list of deployments takes them, without the page. */
export function requestFilters(filters: ApprovalFilters): DeploymentFilters {
	const { q, type, target, min_size, max_size, build, order, waiting } = filters;
	return {
		...UNDECIDED,
		...(waiting === "answer" ? { waiting_for: "requester" as const } : {}),
		q: q.trim() === "" ? undefined : q,
		type: type === "any" ? undefined : type,
		target_id: target === "" ? undefined : target,
		new_build: build === "any" ? undefined : build === "first",
		min_size: min_size ?? undefined,
		max_size: max_size ?? undefined,
		...(order === "largest" || order === "smallest"
			? { sort: "build_size", order: order === "largest" ? "desc" : "asc" }
			: { sort: "requested_at", order }),
	};
}
