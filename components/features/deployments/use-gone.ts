import { useQueries } from "@tanstack/react-query";
import { type DeploymentFilters, deploymentsQuery } from "@/lib/browser/deployments";
import { LISTED_IDS_AT_MOST } from "@/lib/contract/constants";

/**
 * The ids of those deployments that are gone: deleted, or no longer as the filters have them. Live
 * events ask again.
 */
export function useGone(ids: readonly string[], filters: DeploymentFilters = {}): string[] {
	const chunks = Array.from({ length: Math.ceil(ids.length / LISTED_IDS_AT_MOST) }, (_, at) =>
		ids.slice(at * LISTED_IDS_AT_MOST, (at + 1) * LISTED_IDS_AT_MOST),
	);
	const found = useQueries({
		queries: chunks.map((some) => deploymentsQuery({ ...filters, ids: some.join(","), limit: some.length })),
	});
	return chunks.flatMap((some, place) => {
		const answer = found[place];
		// An older answer may lack deployments that are listed again.
		if (answer?.data === undefined || answer.isPlaceholderData || answer.isFetching) return [];
		const there = new Set(answer.data.rows.map(({ id }) => id));
		return some.filter((id) => !there.has(id));
	});
}
