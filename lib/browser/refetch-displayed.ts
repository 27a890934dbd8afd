import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

/** The shortest time between two refetches of a query (milliseconds). */
const REST = 500;

/** Refetches the displayed queries that a change may have outdated. */
export interface Refetching {
	/** By key, or all of them. */
	refetch: (outdated: ReadonlySet<QueryKey> | "everything") => void;
	stop: () => void;
}

/**
 * Each query is refetched by itself, so that a slow one holds up no other. A change during a refetch
 * causes another one afterwards.
 */
export function refetchDisplayed(client: QueryClient): Refetching {
	/** The queries that load or rest, and whether they are outdated again. */
	const busy = new Map<Query, boolean>();
	const timers = new Set<ReturnType<typeof setTimeout>>();
	let stopped = false;

	const load = (query: Query) => {
		if (busy.has(query)) {
			busy.set(query, true);
			return;
		}
		busy.set(query, false);
		// The answer of a first load may be older than the change. A refetch waits for it instead of
		// asking again, unless it is cancelled.
		if (query.state.data === undefined) void query.cancel({ silent: true });
		void client.refetchQueries({ predicate: (one) => one === query }).then(() => {
			if (stopped) return;
			const timer = setTimeout(() => {
				timers.delete(timer);
				const again = busy.get(query) === true;
				busy.delete(query);
				if (again && query.isActive()) load(query);
			}, REST);
			timers.add(timer);
		});
	};

	return {
		refetch: (outdated) => {
			for (const filters of outdated === "everything" ? [{}] : [...outdated].map((queryKey) => ({ queryKey }))) {
				// Queries of other pages load when they are displayed.
				void client.invalidateQueries({ ...filters, refetchType: "none" });
				for (const query of client.getQueryCache().findAll({ ...filters, type: "active" })) {
					if (!query.isDisabled() && !query.isStatic()) load(query);
				}
			}
		},
		stop: () => {
			stopped = true;
			for (const timer of timers) clearTimeout(timer);
		},
	};
}
