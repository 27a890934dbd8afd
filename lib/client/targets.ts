import { queryOptions } from "@tanstack/react-query";
import { target } from "@/lib/contract/target";
import { requestPage } from "./fetcher";
import { targetKeys } from "./query-keys";

/** The targets that the signed-in user may request deployments to, or administers. */
export const targetsQuery = () =>
	queryOptions({
		queryKey: targetKeys.list(),
		queryFn: ({ signal }) => requestPage("/api/targets", target, { signal }),
		staleTime: 60_000,
	});
