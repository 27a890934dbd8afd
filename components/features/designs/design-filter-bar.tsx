"use client";

import { DESIGN_STATUS } from "@/components/kit/status/status-words";
import { ResetFilters, SortChoice } from "@/components/kit/table/list-filters";
import { ListSearch } from "@/components/kit/table/list-search";
import { ManyChoice } from "@/components/kit/table/many-choice";
import { MoreFilters } from "@/components/kit/table/more-filters";
import { choiceFilter, typeFilter, visibilityFilter, yesNoFilter } from "@/components/kit/table/optional-filters";
import { FilterBar } from "@/components/kit/ui/filter-bar";
import { DESIGN_STATUSES } from "@/lib/contract/constants";
import type { DesignRow, DesignSort } from "@/lib/contract/design-list";
import type { DesignListState } from "./design-filters";
import { OwnerFilter } from "./owner-filter";

/** Every filter of List Designs and of the product API. */
export function DesignFilterBar({ place, rows }: { place: DesignListState; rows: readonly DesignRow[] | undefined }) {
	const { values, change } = place;
	return (
		<FilterBar
			label="Filter designs"
			filtering={place.filtering}
			search={<ListSearch label="Search designs" value={values.q} onChange={(q) => change({ q }, true)} />}
		>
			<ManyChoice
				label="Status"
				options={DESIGN_STATUSES.map((status) => ({ value: status, label: DESIGN_STATUS[status].word }))}
				values={values.status}
				onChange={(status) => change({ status })}
			/>
			<MoreFilters
				filters={[
					typeFilter(place),
					{
						key: "owner",
						active: values.mine !== null || values.owner !== null || values.owner_org_id !== null,
						usual: true,
						filter: <OwnerFilter place={place} rows={rows} />,
					},
					yesNoFilter("live", place, { label: "Deployed", yes: "yes", no: "no", usual: true }),
					yesNoFilter("stale_data", place, { label: "Data", yes: "newer than the build", no: "as built" }),
					choiceFilter("shared", place, {
						label: "Shared",
						options: [
							{ value: "with_me", label: "with me" },
							{ value: "by_me", label: "by me" },
						],
					}),
					visibilityFilter(place),
					{ key: "order", active: false, filter: <SortChoice place={place} words={SORT_WORDS} /> },
				]}
			/>
			<ResetFilters place={place} />
		</FilterBar>
	);
}

const SORT_WORDS: Record<DesignSort, readonly [desc: string, asc: string]> = {
	updated_at: ["changed last", "changed first"],
	name: ["name, Z to A", "name, A to Z"],
	last_build_date: ["built last", "built first"],
	last_build_size: ["largest build", "smallest build"],
};
