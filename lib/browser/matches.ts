import { queryOptions } from "@tanstack/react-query";
import { requestItem } from "./fetcher";
import { deploymentKeys, targetKeys } from "./query-keys";

/** Agents report matches every minute, and no event tells of them. */
const MATCHES_INTERVAL = 30_000;
const UNMATCHED_INTERVAL = 300_000;

/** What a deployment matched, by hours or days. */
export const matchesQuery = (id: string, by: "hour" | "day") =>
	queryOptions({
		queryKey: deploymentKeys.matches(id, by),
		queryFn: ({ signal }) =>
			requestItem(`/api/deployments/${id}/matches`, (schemas) => schemas.deploymentMatches, { query: { by }, signal }),
		refetchInterval: MATCHES_INTERVAL,
	});

/** What is activated on a target and has matched nothing for a month. */
export const unmatchedQuery = (targetId: string) =>
	queryOptions({
		queryKey: targetKeys.unmatched(targetId),
		queryFn: ({ signal }) =>
			requestItem(`/api/targets/${targetId}/unmatched`, (schemas) => schemas.unmatchedDeployments, { signal }),
		refetchInterval: UNMATCHED_INTERVAL,
	});
