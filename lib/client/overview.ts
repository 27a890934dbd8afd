import { queryOptions } from "@tanstack/react-query";
import { overview } from "@/lib/contract/overview";
import { requestItem } from "./fetcher";
import { overviewKeys } from "./query-keys";

/** It gathers from everything that changes, and so looks again by itself even while changes arrive (milliseconds). */
const INTERVAL = 10_000;

/** What waits, what failed, what is live where, what changed lately. */
export const overviewQuery = () =>
	queryOptions({
		queryKey: overviewKeys.all,
		queryFn: ({ signal }) => requestItem("/api/overview", overview, { signal }),
		refetchInterval: INTERVAL,
	});
