"use client";

import { LinkedFilter, ResetFilters, SortChoice } from "@/components/kit/table/list-filters";
import { ListSearch } from "@/components/kit/table/list-search";
import { ManyChoice } from "@/components/kit/table/many-choice";
import { MoreFilters, type OptionalFilter } from "@/components/kit/table/more-filters";
import {
	choiceFilter,
	textFilter,
	typeFilter,
	visibilityFilter,
	yesNoFilter,
} from "@/components/kit/table/optional-filters";
import { DayFilter, SizeFilter } from "@/components/kit/table/range-filter";
import { FilterBar } from "@/components/kit/ui/filter-bar";
import { targetsQuery } from "@/lib/browser/targets";
import { useQuery } from "@/lib/browser/use-query";
import { ACTUAL_STATES, DEPLOYMENT_STATUSES } from "@/lib/contract/constants";
import type { Target } from "@/lib/contract/target";
import { LIVE_STATUSES } from "@/lib/contract/transitions";
import type { DeploymentListState } from "./deployment-filters";

/** Every filter of List Deployments, and those that the product API adds. */
export function DeploymentFilterBar({ place }: { place: DeploymentListState }) {
	const { values, change } = place;
	const { data: targets } = useQuery(targetsQuery());
	return (
		<FilterBar
			label="Filter deployments"
			filtering={place.filtering}
			search={
				<ListSearch
					rowKeys
					label="Search designs, people…"
					placeholder="Designs, people…"
					value={values.q}
					onChange={(q) => change({ q }, true)}
				/>
			}
		>
			<ManyChoice
				label="Status"
				options={DEPLOYMENT_STATUSES.map((status) => ({ value: status, label: STATUS_WORDS[status] }))}
				values={values.status}
				rest={LIVE_STATUSES}
				restWord="current"
				onChange={(status) => change({ status })}
			/>
			<MoreFilters filters={optionalFilters(place, targets?.rows ?? [])} />
			<ResetFilters place={place} />
		</FilterBar>
	);
}

/** Every filter of the list beside search and status, those that are always at hand first. */
function optionalFilters(place: DeploymentListState, targets: readonly Target[]): OptionalFilter[] {
	const { values, change } = place;
	const types = [...new Set(targets.map(({ type }) => type))].sort();
	return [
		choiceFilter("actual", place, {
			label: "Agents",
			options: ACTUAL_STATES.map((state) => ({ value: state, label: ACTUAL_WORDS[state] })),
			usual: true,
		}),
		choiceFilter("target_id", place, {
			label: "Target",
			options: targets.map(({ id, name }) => ({ value: id, label: name })),
			usual: true,
		}),
		typeFilter(place),
		{
			key: "size",
			active: values.min_size !== null || values.max_size !== null,
			filter: (
				<SizeFilter
					label="Size"
					min={values.min_size}
					max={values.max_size}
					onChange={({ min, max }) => change({ min_size: min, max_size: max })}
				/>
			),
		},
		{
			key: "approved",
			active: values.start_date !== null || values.end_date !== null,
			filter: (
				<DayFilter
					label="Approved"
					min={values.start_date}
					max={values.end_date}
					onChange={({ min, max }) => change({ start_date: min, end_date: max })}
				/>
			),
		},
		yesNoFilter("new_build", place, { label: "Build", yes: "first of its design", no: "refreshed" }),
		yesNoFilter("scheduled", place, { label: "Schedule", yes: "scheduled", no: "not scheduled" }),
		choiceFilter("unmatched_for", unmatchedChoice(place), {
			label: "Matches",
			options: ["7", "30", "90"].map((days) => ({ value: days, label: `none for ${days} days` })),
		}),
		textFilter("tag", place, { label: "Tag", hint: "Exactly this tag." }),
		visibilityFilter(place),
		choiceFilter("target_type", place, {
			label: "Target type",
			options: types.map((type) => ({ value: type, label: type })),
		}),
		...LINKED.filter(({ key }) => values[key] !== null).map(({ key, label, word, text }) => ({
			key,
			active: true,
			filter: <LinkedFilter label={label} value={word} text={text} onClear={() => change({ [key]: null })} />,
		})),
		{ key: "order", active: false, filter: <SortChoice place={place} words={SORT_WORDS} /> },
	];
}

/** The filter's number of days as the choice has it. */
const unmatchedChoice = ({ values, change }: DeploymentListState) => ({
	values: { unmatched_for: values.unmatched_for === null ? null : String(values.unmatched_for) },
	change: ({ unmatched_for }: { unmatched_for?: string | null }) =>
		change({ unmatched_for: unmatched_for ? Number(unmatched_for) : null }),
});

/** The status of the API in the words of the rows; an activated one is live, or about to be. */
const STATUS_WORDS: Record<(typeof DEPLOYMENT_STATUSES)[number], string> = {
	requested: "Pending, scheduled",
	activated: "Activated",
	deactivated: "Off",
	cancelled: "Cancelled, expired",
	rejected: "Rejected",
};

const ACTUAL_WORDS: Record<(typeof ACTUAL_STATES)[number], string> = {
	loaded: "Live",
	pending: "Loading",
	failed: "Failed to load",
	no_agent: "No agent online",
};

/** Filters set by links from other pages; here they can only be removed. */
const LINKED = [
	{
		key: "requested_by" as const,
		label: "Requested by",
		word: "me",
		text: "Only your own requests are shown.",
	},
	{ key: "design_id" as const, label: "Design", word: "one", text: "Only deployments of one design are shown." },
	{ key: "build_id" as const, label: "Build id", word: "one", text: "Only deployments of one build are shown." },
];

const SORT_WORDS = {
	updated_at: ["changed last", "changed first"],
	approved_at: ["approved last", "approved first"],
	build_date: ["built last", "built first"],
	build_size: ["largest first", "smallest first"],
	requested_at: ["requested last", "requested first"],
} as const;
