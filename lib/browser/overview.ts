import { queryOptions } from "@tanstack/react-query";
import { requestItem } from "./fetcher";
import { unlessLive } from "./live-events";
import { overviewKeys } from "./query-keys";

const INTERVAL = 10_000;

/** Pending, failed and live work, and recent changes. */
export const overviewQuery = () =>
	queryOptions({
		queryKey: overviewKeys.all,
		queryFn: ({ signal }) => requestItem("/api/overview", (schemas) => schemas.overview, { signal }),
		refetchInterval: () => unlessLive(INTERVAL),
	});
