"use client";

import { useQuery } from "@tanstack/react-query";
import { ManyChoice } from "@/components/table/many-choice";
import { MoreFilters } from "@/components/table/more-filters";
import { Button } from "@/components/ui/button";
import { Choice, FilterBar, SearchField } from "@/components/ui/filter-bar";
import { targetsQuery } from "@/lib/client/targets";
import { DEPLOYMENT_STATUSES } from "@/lib/contract/constants";
import { LIVE_STATUSES } from "@/lib/contract/transitions";
import type { DeploymentListState } from "./deployment-filters";
import { optionalFilters } from "./optional-filters";

/** Every filter of List Deployments, and what the product API knows besides. */
export function DeploymentFilterBar({ place }: { place: DeploymentListState }) {
	const { values, change, narrowed, reset } = place;
	const { data: targets } = useQuery(targetsQuery());
	return (
		<FilterBar label="Filter deployments">
			<SearchField label="Search designs, people, tags" value={values.q} onChange={(q) => change({ q }, true)} />
			<ManyChoice
				label="Status"
				options={DEPLOYMENT_STATUSES.map((status) => ({ value: status, label: status }))}
				values={values.status}
				rest={LIVE_STATUSES}
				restWord="live"
				onChange={(status) => change({ status })}
			/>
			<div className="md:hidden">
				<SortChoice place={place} />
			</div>
			<MoreFilters
				filters={[
					...optionalFilters(place, targets?.rows ?? []),
					{ key: "order", active: false, filter: <SortChoice place={place} /> },
				]}
			/>
			{narrowed ? (
				<Button variant="link" onClick={reset}>
					Reset
				</Button>
			) : null}
		</FilterBar>
	);
}

const SORT_WORDS = {
	updated_at: "last changed",
	approved_at: "approved",
	build_date: "built",
	build_size: "size",
} as const;

/** What the heads of the columns do, where there is no room for all of them. */
function SortChoice({ place }: { place: DeploymentListState }) {
	return (
		<Choice
			label="Order"
			value={`${place.sort} ${place.order}`}
			rest="updated_at desc"
			options={(["updated_at", "approved_at", "build_date", "build_size"] as const).flatMap((sort) =>
				(["desc", "asc"] as const).map((order) => ({
					value: `${sort} ${order}`,
					label: `${SORT_WORDS[sort]}, ${
						sort === "build_size"
							? order === "desc"
								? "largest first"
								: "smallest first"
							: order === "desc"
								? "newest first"
								: "oldest first"
					}`,
				})),
			)}
			onChange={(value) => {
				const [sort, order] = value.split(" ");
				if (sort !== undefined && sort in SORT_WORDS) {
					place.sortBy(sort as keyof typeof SORT_WORDS, order === "asc" ? "asc" : "desc");
				}
			}}
		/>
	);
}
