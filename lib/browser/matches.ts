import { queryOptions } from "@tanstack/react-query";
import { read } from "./api";

/** Agents report matches every minute, without an event. */
const MATCHES_INTERVAL = 30_000;
const UNMATCHED_INTERVAL = 300_000;

/** Matches of a deployment by hours or days. */
export const matchesQuery = (deployment_id: string, by: "hour" | "day") =>
	queryOptions({
		...read("GET /api/deployments/[deployment_id]/matches", { deployment_id, by }),
		refetchInterval: MATCHES_INTERVAL,
	});

/** Active deployments of a target without a match for a month. */
export const unmatchedQuery = (target_id: string) =>
	queryOptions({
		...read("GET /api/targets/[target_id]/unmatched", { target_id }),
		refetchInterval: UNMATCHED_INTERVAL,
	});
