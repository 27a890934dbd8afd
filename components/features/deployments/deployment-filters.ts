import { parseAsArrayOf, parseAsBoolean, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs";
import { givenFilters } from "@/components/kit/table/given-filters";
import { parseAsSeconds } from "@/components/kit/table/parse-as-seconds";
import { type ListState, useListState } from "@/components/kit/table/use-list-state";
import type { DeploymentFilters } from "@/lib/browser/deployments";
import {
	ACTUAL_STATES,
	DEPLOYMENT_SORTS,
	DEPLOYMENT_STATUSES,
	DESIGN_TYPES,
	REQUESTERS,
} from "@/lib/contract/constants";
import { LIVE_STATUSES } from "@/lib/contract/transitions";

const parsers = {
	q: parseAsString.withDefault(""),
	/**
	 * Pending and decided deployments, with requests that ended lately. Earlier ones are shown on
	 * demand.
	 */
	status: parseAsArrayOf(parseAsStringLiteral(DEPLOYMENT_STATUSES)).withDefault([...LIVE_STATUSES]),
	type: parseAsStringLiteral(DESIGN_TYPES),
	target_type: parseAsString,
	target_id: parseAsString,
	design_id: parseAsString,
	visibility: parseAsString,
	min_size: parseAsInteger,
	max_size: parseAsInteger,
	start_date: parseAsSeconds,
	end_date: parseAsSeconds,
	new_build: parseAsBoolean,
	/** Of the details. */
	actual: parseAsStringLiteral(ACTUAL_STATES),
	unmatched_for: parseAsInteger,
	scheduled: parseAsBoolean,
	tag: parseAsString,
	build_id: parseAsString,
	requested_by: parseAsStringLiteral(REQUESTERS),
} satisfies Partial<Record<keyof DeploymentFilters, unknown>>;

export type DeploymentListState = ListState<typeof parsers, (typeof DEPLOYMENT_SORTS)[number]>;

/** The list's state in the URL: the filters and sorts of List Deployments, under the same names. */
export const useDeploymentListState = (): DeploymentListState => useListState(parsers, DEPLOYMENT_SORTS);

/**
 * The list's filters and order as the service takes them, without the page: what the export takes
 * too.
 */
export function filtersOf({ values, sort, order }: DeploymentListState): DeploymentFilters {
	const { status } = values;
	const chosen = status.length === 0 ? LIVE_STATUSES : status;
	const usual = chosen.join() === LIVE_STATUSES.join();
	return {
		...givenFilters(values),
		status: chosen.join(","),
		...(usual ? { recently_ended: true } : {}),
		sort,
		order,
	};
}
