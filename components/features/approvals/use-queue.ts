import { useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useReducer, useRef } from "react";
import { useGone } from "@/components/features/deployments/use-gone";
import { ApiError } from "@/lib/browser/api-error";
import { deploymentQuery } from "@/lib/browser/deployment-work";
import { PENDING } from "@/lib/browser/deployments";
import { queueFiguresQuery, queueQuery } from "@/lib/browser/queue";
import { useQuery } from "@/lib/browser/use-query";
import { queueFilters, requestFilters } from "./approval-filters";
import { hiddenOf, lookAt, neighbor } from "./queue-look";
import { reduceQueue } from "./queue-state";
import { EMPTY_QUEUE, type QueueEvent, type QueueRow } from "./queue-types";
import type { ApprovalFilters } from "./use-approval-filters";

/**
 * How long decisions are ignored after the panel has changed under the reader's hand, in
 * milliseconds: more than between the clicks of a double click, or a key and the next one.
 */
const TIME_TO_ARRIVE = 500;
/** Where the panel takes the place of the list, and the page scrolls. */
const ONE_COLUMN = "(width < 48rem)";

export type Queue = ReturnType<typeof useQueue>;

export interface QueueOptions {
	/** Orders the rows of a page; null: as the filters have them. The same function at each render. */
	order: ((rows: readonly QueueRow[]) => QueueRow[]) | null;
}

/** The state of the queue's screen, fed by the URL and by the service's answers. */
export function useQueue(filters: ApprovalFilters, { order }: QueueOptions) {
	const narrowed = requestFilters(filters);
	const { offset, request, goTo, open, settle, goOn } = filters;
	const client = useQueryClient();
	const { data, error, isPlaceholderData, refetch, dataUpdatedAt } = useQuery(queueQuery(queueFilters(filters)));
	// The navigation has the number of all, and reads nothing of its own beside the queue.
	useEffect(() => {
		if (data !== undefined) client.setQueryData(queueFiguresQuery().queryKey, { ...data, rows: [] });
	}, [client, data]);
	const [state, dispatch] = useReducer(reduceQueue, EMPTY_QUEUE);
	// Taken while rendering, so that nothing is drawn of the state before.
	const take = (event: QueueEvent) => {
		if (reduceQueue(state, event) !== state) dispatch(event);
	};
	const answered = data !== undefined && !isPlaceholderData;
	const page = JSON.stringify([narrowed, offset, order !== null]);
	const rows = useMemo(() => (data === undefined ? null : (order?.(data.rows) ?? data.rows)), [data, order]);
	take({ type: "listed", list: { page, offset, request, rows, total: data?.total ?? 0, answered } });

	const gone = useGone(
		hiddenOf(state).map((one) => one.id),
		PENDING,
	);
	take({ type: "gone", ids: gone });

	const { id, row, place, total, outdated } = lookAt(state);
	// A request that has left the list is read alone, each time that events outdate it.
	const { data: alone, error: missing } = useQuery({
		...deploymentQuery(id ?? ""),
		enabled: id !== null && answered && row === undefined,
		refetchInterval: false,
		staleTime: Number.POSITIVE_INFINITY,
		...(row === undefined ? {} : { initialData: row, initialDataUpdatedAt: dataUpdatedAt }),
	});
	const current = alone !== undefined && (row === undefined || alone.revision > row.revision) ? alone : (row ?? null);
	// The focus answers a key at once and the panel follows, so that a key held down does not wait.
	const following = useDeferredValue(current);
	const shown = current !== null && current.id === state.stepped ? following : current;
	take({ type: "shown", request: shown });

	const shownId = shown?.id ?? null;
	const late = shownId !== (current?.id ?? null);
	const { focus } = state;
	const heading = useRef<HTMLHeadingElement>(null);
	// Row, panel and address change in one frame. Going on is no step of the browser's way back.
	useLayoutEffect(() => {
		if (late) return;
		if (outdated) goOn(id);
		else settle();
	});
	const isOpened = request !== null;
	// biome-ignore lint/correctness/useExhaustiveDependencies: whenever another request is shown
	useLayoutEffect(() => {
		if (focus === null && !(isOpened && matchMedia(ONE_COLUMN).matches)) return;
		heading.current?.closest("section")?.scrollIntoView({ block: "start" });
	}, [shownId, isOpened]);
	useEffect(() => {
		// Nor is this, which would lead here again.
		if (answered && data.rows.length === 0 && offset > 0) goTo(0, "replace");
	});
	useEffect(() => {
		if (focus === null || focus.after === shownId) return;
		(heading.current ?? document.querySelector("h1"))?.focus({ preventScroll: focus.after !== null });
		dispatch({ type: "focused" });
	}, [focus, shownId]);

	const { guarded } = state;
	useEffect(() => {
		if (guarded === null) return;
		const timer = setTimeout(() => dispatch({ type: "arrived" }), TIME_TO_ARRIVE);
		return () => clearTimeout(timer);
	}, [guarded]);

	const step = (by: 1 | -1) => {
		// From the search the arrow key leads to the current row, and not past it.
		const entering = document.activeElement?.matches("[type=search]") === true;
		const next = entering && row !== undefined ? { row } : neighbor(state, by);
		if (next === null) return;
		if ("offset" in next) {
			if (by === -1) dispatch({ type: "turnedBack", offset: next.offset });
			goTo(next.offset);
			return;
		}
		dispatch({ type: "chosen", id: next.row.id, step: true });
		open(next.row.id, "replace");
		const link = document.getElementById(`request-${next.row.id}`);
		link?.focus({ preventScroll: true });
		link?.scrollIntoView({ block: "nearest" });
	};
	return {
		state,
		dispatch,
		total,
		scheduled: { rows: data?.scheduled ?? [], total: data?.scheduled_count ?? 0 },
		error,
		refetch: () => void refetch(),
		/** The rows of another page or filter are still shown. */
		stale: isPlaceholderData,
		/** The request that keys select and open. */
		current,
		/** The request that list, panel and address name: the current one, after a step a moment later. */
		shown,
		/** The current request is about to take the place of the shown one. */
		late,
		place,
		listed: row !== undefined,
		/** Comments on the shown request; undefined where its row is not there to tell. */
		comments: row?.id === shownId ? row?.comment_count : undefined,
		/** The current request was deleted. */
		gone: answered && id !== null && row === undefined && missing instanceof ApiError && missing.status === 404,
		heading,
		step,
		/** By a click on its row; the focus stays there. */
		choose: (opened: string) => {
			dispatch({ type: "chosen", id: opened, step: false });
			open(opened);
		},
		openPanel: (opened: string) => {
			open(opened);
			dispatch({ type: "opened", id: opened });
		},
	};
}
