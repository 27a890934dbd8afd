"use client";

import { ResetFilters, TypeChoice, VisibilityFilter } from "@/components/kit/table/list-filters";
import { ListSearch } from "@/components/kit/table/list-search";
import { ManyChoice } from "@/components/kit/table/many-choice";
import { SizeFilter } from "@/components/kit/table/range-filter";
import { FilterBar } from "@/components/kit/ui/filter-bar";
import { targetsQuery } from "@/lib/browser/targets";
import { useQuery } from "@/lib/browser/use-query";
import type { DeploymentStatusFilter } from "@/lib/contract/build";
import { DEPLOYMENT_STATUS_FILTERS } from "@/lib/contract/constants";
import type { BuildListState } from "./build-filters";

const STATUS_WORDS: Record<DeploymentStatusFilter, string> = {
	activated: "Activated",
	deactivated: "Off",
	requested: "Pending, scheduled",
	requested_replacement: "Pending, replaces another",
	out_of_date: "Out of date: a newer build exists",
	undeployed: "Not deployed",
};

/** Every filter of List Builds. */
export function BuildFilterBar({ place }: { place: BuildListState }) {
	const { values, change } = place;
	const { data: targets } = useQuery(targetsQuery());
	return (
		<FilterBar
			label="Filter builds"
			filtering={place.filtering}
			search={
				<ListSearch
					label="Search designs, people…"
					placeholder="Designs, people…"
					value={values.q}
					onChange={(q) => change({ q }, true)}
				/>
			}
		>
			<TypeChoice value={values.type} onChange={(type) => change({ type })} />
			<ManyChoice
				label="Deployment"
				options={DEPLOYMENT_STATUS_FILTERS.map((value) => ({ value, label: STATUS_WORDS[value] }))}
				values={values.deployment_status}
				restWord="any"
				onChange={(deployment_status) => change({ deployment_status })}
			/>
			{values.deployment_status.length === 0 ? null : (
				<ManyChoice
					label="Target"
					options={(targets?.rows ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
					values={values.deployment_target}
					restWord="any"
					onChange={(deployment_target) => change({ deployment_target })}
				/>
			)}
			<SizeFilter
				label="Size"
				min={values.min_size}
				max={values.max_size}
				onChange={({ min, max }) => change({ min_size: min, max_size: max })}
			/>
			<VisibilityFilter value={values.visibility} onChange={(visibility) => change({ visibility })} />
			<ResetFilters place={place} />
		</FilterBar>
	);
}
