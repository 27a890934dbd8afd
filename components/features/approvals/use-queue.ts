import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { ApiError } from "@/lib/browser/api-error";
import { deploymentQuery } from "@/lib/browser/deployment-work";
import { deploymentsQuery } from "@/lib/browser/deployments";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { type ApprovalFilters, PAGE_SIZE, requestFilters } from "./approval-filters";

export interface Queue {
	/** Null while the first answer is on its way. */
	rows: DeploymentDetail[] | null;
	total: number;
	error: Error | null;
	refetch: () => void;
	/** The rows of another page or filter are still shown. */
	stale: boolean;
	/** What the panel shows; it stays there when somebody else ends the request meanwhile. */
	current: DeploymentDetail | null;
	/** It was deleted while it was looked at. */
	gone: boolean;
	/** Its place in the page, or that of the row that took it. */
	place: number;
	/** Whether it is one of the rows. */
	listed: boolean;
	step: (by: 1 | -1) => void;
	/** Takes requests that were decided here out of the list at once, and goes on to the one that takes their place. */
	leave: (ids: readonly string[]) => void;
}

/**
 * A page of waiting requests and the one of them that is looked at. That one never changes by itself: neither a new
 * request at the top nor somebody else's decision puts another one under the reader's hand.
 */
export function useQueue(filters: ApprovalFilters): Queue {
	const asked = requestFilters(filters);
	const page = JSON.stringify([asked, filters.offset]);
	const { data, error, isPlaceholderData, refetch, dataUpdatedAt } = useQuery(
		deploymentsQuery({ ...asked, limit: PAGE_SIZE, offset: filters.offset }),
	);
	const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
	const [pinned, setPinned] = useState<{ page: string; id: string } | null>(null);
	const enterAt = useRef<"first" | "last">("first");
	const place = useRef(0);
	const shown = useRef<DeploymentDetail | null>(null);

	const rows = useMemo(() => data?.rows.filter(({ id }) => !decided.has(id)) ?? null, [data, decided]);
	const hidden = (data?.rows.length ?? 0) - (rows?.length ?? 0);
	const total = (data?.total ?? 0) - hidden;
	const answered = data !== undefined && !isPlaceholderData;

	const chosen = filters.request ?? (pinned?.page === page ? pinned.id : null);
	const wanted = chosen !== null && decided.has(chosen) ? null : chosen;
	const entry = answered && wanted === null ? (enterAt.current === "last" ? rows?.at(-1) : rows?.[0]) : undefined;
	// Where nothing was chosen, the first request is, and from then on it is as good as chosen.
	if (entry !== undefined && filters.request === null && pinned?.id !== entry.id) setPinned({ page, id: entry.id });

	const at = wanted === null ? -1 : (rows ?? []).findIndex(({ id }) => id === wanted);
	const row = at >= 0 ? rows?.[at] : entry;
	const away = answered && wanted !== null && at < 0;
	// Known from the list; asked for by itself once something has happened to it, together with the list and not after it.
	const listed = at >= 0 ? rows?.[at] : undefined;
	const { data: alone, error: missing } = useQuery({
		...deploymentQuery(wanted ?? ""),
		enabled: wanted !== null && answered,
		refetchInterval: false,
		staleTime: Number.POSITIVE_INFINITY,
		...(listed === undefined ? {} : { initialData: listed, initialDataUpdatedAt: dataUpdatedAt }),
	});
	const kept = shown.current?.id === wanted ? shown.current : null;
	const newer = alone !== undefined && (row === undefined || alone.revision > row.revision) ? alone : row;
	const current = newer ?? kept;
	useEffect(() => {
		if (at >= 0) place.current = at;
		shown.current = current;
		if (answered) enterAt.current = "first";
	});
	const { open, goTo, offset } = filters;
	useEffect(() => {
		// No step of the way back, which would lead here again.
		if (answered && data.rows.length === 0 && offset > 0) goTo(0, "replace");
	});

	const step = (by: 1 | -1) => {
		if (rows === null) return;
		const from = at >= 0 ? at : by === 1 ? place.current - 1 : place.current;
		const next = rows[from + by];
		if (next !== undefined) {
			open(next.id, "replace");
			document.getElementById(`request-${next.id}`)?.focus({ preventScroll: true });
			document.getElementById(`request-${next.id}`)?.scrollIntoView({ block: "nearest" });
		} else if (by === 1 && offset + PAGE_SIZE < total + hidden) {
			goTo(offset + PAGE_SIZE);
		} else if (by === -1 && offset > 0) {
			enterAt.current = "last";
			goTo(Math.max(0, offset - PAGE_SIZE));
		}
	};
	const leave = (ids: readonly string[]) => {
		setDecided((before) => new Set([...before, ...ids]));
		if (current === null || !ids.includes(current.id)) return;
		const from = at >= 0 ? at : place.current;
		const staying = (candidate: DeploymentDetail) => !ids.includes(candidate.id);
		const next = rows?.slice(from).find(staying) ?? rows?.slice(0, from).findLast(staying);
		open(next?.id ?? null, "replace");
	};
	return {
		rows,
		total,
		error,
		refetch: () => void refetch(),
		stale: isPlaceholderData,
		current: current ?? null,
		gone: away && missing instanceof ApiError && missing.status === 404,
		place: at >= 0 ? at : place.current,
		listed: listed !== undefined || entry !== undefined,
		step,
		leave,
	};
}
