"use client";

import { useQuery } from "@tanstack/react-query";
import { FilterPopover } from "@/components/table/filter-popover";
import { ManyChoice } from "@/components/table/many-choice";
import { DayFilter, SizeFilter } from "@/components/table/range-filter";
import { TextFilter } from "@/components/table/text-filter";
import { Button } from "@/components/ui/button";
import { Choice, FilterBar, SearchField } from "@/components/ui/filter-bar";
import { targetsQuery } from "@/lib/client/targets";
import { ACTUAL_STATES, DEPLOYMENT_STATUSES } from "@/lib/contract/deployment";
import { LIVE_STATUSES } from "@/lib/contract/transitions";
import type { DeploymentListState } from "./deployment-filters";

const ANY = "any";
const ACTUAL_WORDS: Record<(typeof ACTUAL_STATES)[number], string> = {
	loaded: "loaded",
	pending: "not loaded yet",
	failed: "failed or refused",
	no_agent: "no agent takes it",
};

/** Every filter of List Deployments, and what the product API knows besides. */
export function DeploymentFilterBar({ place }: { place: DeploymentListState }) {
	const { values, change, narrowed, reset } = place;
	const { data: targets } = useQuery(targetsQuery());
	const types = [...new Set(targets?.rows.map(({ type }) => type) ?? [])].sort();
	const one = <T extends string>(value: T | null) => value ?? ANY;
	const chosen = (value: string) => (value === ANY ? null : value);
	return (
		<FilterBar label="Filter deployments">
			<SearchField label="Search designs, people, tags" value={values.q} onChange={(q) => change({ q }, true)} />
			<ManyChoice
				label="Status"
				options={DEPLOYMENT_STATUSES.map((status) => ({ value: status, label: status }))}
				values={values.status}
				rest={LIVE_STATUSES}
				onChange={(status) => change({ status })}
			/>
			<Choice
				label="Agents"
				value={values.actual ?? ANY}
				rest={ANY}
				options={[
					{ value: ANY, label: "any" },
					...ACTUAL_STATES.map((state) => ({ value: state, label: ACTUAL_WORDS[state] })),
				]}
				onChange={(actual) => change({ actual: actual === ANY ? null : actual })}
			/>
			<Choice
				label="Target"
				value={one(values.target_id)}
				rest={ANY}
				options={[
					{ value: ANY, label: "any" },
					...(targets?.rows ?? []).map(({ id, name }) => ({ value: id, label: name })),
				]}
				onChange={(id) => change({ target_id: chosen(id) })}
			/>
			<Choice
				label="Type"
				value={values.type ?? ANY}
				rest={ANY}
				options={[
					{ value: ANY, label: "any" },
					{ value: "proximity", label: "proximity" },
					{ value: "audience", label: "audience" },
				]}
				onChange={(type) => change({ type: type === ANY ? null : type })}
			/>
			<SizeFilter
				label="Size"
				min={values.min_size}
				max={values.max_size}
				onChange={({ min, max }) => change({ min_size: min, max_size: max })}
			/>
			<DayFilter
				label="Approved"
				min={values.start_date}
				max={values.end_date}
				onChange={({ min, max }) => change({ start_date: min, end_date: max })}
			/>
			<Choice
				label="Build"
				value={values.new_build === null ? ANY : String(values.new_build)}
				rest={ANY}
				options={[
					{ value: ANY, label: "any" },
					{ value: "true", label: "first of its design" },
					{ value: "false", label: "refreshed" },
				]}
				onChange={(value) => change({ new_build: value === ANY ? null : value === "true" })}
			/>
			<Choice
				label="Schedule"
				value={values.scheduled === null ? ANY : String(values.scheduled)}
				rest={ANY}
				options={[
					{ value: ANY, label: "any" },
					{ value: "true", label: "scheduled" },
					{ value: "false", label: "not scheduled" },
				]}
				onChange={(value) => change({ scheduled: value === ANY ? null : value === "true" })}
			/>
			<TextFilter label="Tag" value={values.tag} hint="Exactly this tag." onChange={(tag) => change({ tag })} />
			<TextFilter
				label="Visibility"
				value={values.visibility}
				hint="Visibility tags of designs, separated by commas: one of them is enough."
				onChange={(visibility) => change({ visibility })}
			/>
			<Choice
				label="Target type"
				value={one(values.target_type)}
				rest={ANY}
				options={[{ value: ANY, label: "any" }, ...types.map((type) => ({ value: type, label: type }))]}
				onChange={(type) => change({ target_type: chosen(type) })}
			/>
			{values.requested_by === null ? null : (
				<FilterPopover label="Requested by" value="me" onClear={() => change({ requested_by: null })}>
					{() => <p>Only what you requested yourself is shown.</p>}
				</FilterPopover>
			)}
			{values.design_id === null ? null : (
				<FilterPopover label="Design" value="one" onClear={() => change({ design_id: null })}>
					{() => <p>Only deployments of one design are shown.</p>}
				</FilterPopover>
			)}
			{values.build_id === null ? null : (
				<FilterPopover label="Build id" value="one" onClear={() => change({ build_id: null })}>
					{() => <p>Only deployments of one build are shown.</p>}
				</FilterPopover>
			)}
			{narrowed ? (
				<Button variant="link" onClick={reset}>
					Reset
				</Button>
			) : null}
			<SortChoice place={place} />
		</FilterBar>
	);
}

const SORT_WORDS = {
	updated_at: "last changed",
	approved_at: "approved",
	build_date: "built",
	build_size: "size",
} as const;

/** What the heads of the columns do where the table is cards. */
function SortChoice({ place }: { place: DeploymentListState }) {
	return (
		<div className="md:hidden">
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
		</div>
	);
}
