import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { read } from "./api";
import { unlessLive } from "./live-events";
import { keyOf } from "./refresh";

const FOLLOWING_INTERVAL = 5_000;
/** The limit of one answer: filters and dialogs offer all targets. */
const MOST = 500;

/** The targets that the user may request deployments to, or administers. */
export const targetsQuery = () => queryOptions({ ...read("GET /api/targets", { limit: MOST }), staleTime: 60_000 });

/** The same for filters, which show their names alone: few events outdate them. */
export const targetNamesQuery = () => queryOptions({ ...targetsQuery(), queryKey: [...keyOf("target-names")] });

/** A page of these targets, with an overview of each. */
export const targetPageQuery = (page: { limit: number; offset: number }) =>
	queryOptions({
		...read("GET /api/targets", page),
		placeholderData: keepPreviousData,
		refetchInterval: () => unlessLive(FOLLOWING_INTERVAL),
	});

/** The deployments that a target should have loaded, and the reports of its agents. */
export const targetStateQuery = (target_id: string) =>
	queryOptions({
		...read("GET /api/targets/[target_id]/state", { target_id }),
		refetchInterval: () => unlessLive(FOLLOWING_INTERVAL),
	});
