import type { Query, QueryClient } from "@tanstack/react-query";
import { keyOf, type Outdated } from "./refresh";

/** Refetches the displayed queries that a change may have outdated. */
export interface Refetching {
	/** Those that a change names, or all of them; resolves once all that are idle now are loaded. */
	refetch: (outdated: ReadonlySet<Outdated> | "everything") => Promise<unknown>;
	stop: () => void;
}

/**
 * Refetches queries together, so that what a page shows belongs together. One that still loads is
 * loaded again afterwards, since its answer may be older than the change.
 */
export function refetchDisplayed(client: QueryClient): Refetching {
	/** The queries that load, and whether they are outdated again. */
	const loading = new Map<Query, boolean>();
	let stopped = false;

	const load = async (query: Query): Promise<void> => {
		loading.set(query, false);
		// A first load may have been answered before the change. A refetch waits for it instead of
		// asking again, unless it is cancelled.
		if (query.state.data === undefined) void query.cancel({ silent: true });
		await client.refetchQueries({ predicate: (one) => one === query });
		const again = loading.get(query) === true;
		loading.delete(query);
		if (again && !stopped && query.isActive()) await load(query);
	};

	return {
		refetch: (outdated) => {
			const loads: Promise<void>[] = [];
			for (const filters of outdated === "everything" ? [{}] : [...outdated].map((one) => ({ queryKey: keyOf(one) }))) {
				// Queries of other pages load when they are displayed.
				void client.invalidateQueries({ ...filters, refetchType: "none" });
				for (const query of client.getQueryCache().findAll({ ...filters, type: "active" })) {
					if (query.isDisabled() || query.isStatic()) continue;
					if (loading.has(query)) loading.set(query, true);
					else loads.push(load(query));
				}
			}
			return Promise.all(loads);
		},
		stop: () => {
			stopped = true;
		},
	};
}
