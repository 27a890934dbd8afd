import { queryOptions } from "@tanstack/react-query";
import { requestItem } from "./fetcher";
import { unlessLive } from "./live-events";
import { overviewKeys } from "./query-keys";

const INTERVAL = 10_000;

/** What waits, what failed, what is live where, what changed lately. */
export const overviewQuery = () =>
	queryOptions({
		queryKey: overviewKeys.all,
		queryFn: ({ signal }) => requestItem("/api/overview", (schemas) => schemas.overview, { signal }),
		refetchInterval: () => unlessLive(INTERVAL),
	});
