"use client";

import { useQuery } from "@tanstack/react-query";
import { ResetFilters, SortChoice } from "@/components/table/list-filters";
import { ManyChoice } from "@/components/table/many-choice";
import { MoreFilters } from "@/components/table/more-filters";
import { FilterBar, SearchField } from "@/components/ui/filter-bar";
import { targetsQuery } from "@/lib/client/targets";
import { DEPLOYMENT_STATUSES } from "@/lib/contract/constants";
import { LIVE_STATUSES } from "@/lib/contract/transitions";
import type { DeploymentListState } from "./deployment-filters";
import { optionalFilters } from "./optional-filters";

/** Every filter of List Deployments, and what the product API knows besides. */
export function DeploymentFilterBar({ place }: { place: DeploymentListState }) {
	const { values, change } = place;
	const { data: targets } = useQuery(targetsQuery());
	return (
		<FilterBar label="Filter deployments">
			<SearchField label="Search designs, people…" value={values.q} onChange={(q) => change({ q }, true)} />
			<ManyChoice
				label="Status"
				options={DEPLOYMENT_STATUSES.map((status) => ({ value: status, label: status }))}
				values={values.status}
				rest={LIVE_STATUSES}
				restWord="current"
				onChange={(status) => change({ status })}
			/>
			<div className="md:hidden">
				<SortChoice place={place} words={SORT_WORDS} />
			</div>
			<MoreFilters
				filters={[
					...optionalFilters(place, targets?.rows ?? []),
					{ key: "order", active: false, filter: <SortChoice place={place} words={SORT_WORDS} /> },
				]}
			/>
			<ResetFilters place={place} />
		</FilterBar>
	);
}

const SORT_WORDS = {
	updated_at: ["changed last", "changed first"],
	approved_at: ["approved last", "approved first"],
	build_date: ["built last", "built first"],
	build_size: ["largest first", "smallest first"],
} as const;
