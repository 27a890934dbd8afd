"use client";

import { DESIGN_STATUS } from "@/components/status/status-words";
import { ManyChoice } from "@/components/table/many-choice";
import { MoreFilters } from "@/components/table/more-filters";
import { TextFilter } from "@/components/table/text-filter";
import { Button } from "@/components/ui/button";
import { Choice, FilterBar, SearchField } from "@/components/ui/filter-bar";
import { DESIGN_SORTS, DESIGN_STATUSES, DESIGN_TYPES } from "@/lib/contract/constants";
import type { DesignSort } from "@/lib/contract/design-list";
import type { DesignListState } from "./design-filters";
import { OwnerFilter } from "./owner-filter";

const ANY = "any";

/** Every filter of List Designs, and what the product API knows besides. */
export function DesignFilterBar({ place }: { place: DesignListState }) {
	const { values, change, narrowed, reset } = place;
	return (
		<FilterBar label="Filter designs">
			<SearchField label="Search designs" value={values.q} onChange={(q) => change({ q }, true)} />
			<ManyChoice
				label="Status"
				options={DESIGN_STATUSES.map((status) => ({ value: status, label: DESIGN_STATUS[status].word }))}
				values={values.status}
				onChange={(status) => change({ status })}
			/>
			<MoreFilters
				filters={[
					{
						key: "type",
						active: values.type !== null,
						usual: true,
						filter: (
							<Choice
								label="Type"
								value={values.type ?? ANY}
								rest={ANY}
								options={[ANY, ...DESIGN_TYPES].map((type) => ({ value: type, label: type }))}
								onChange={(type) => change({ type: DESIGN_TYPES.find((known) => known === type) ?? null })}
							/>
						),
					},
					{
						key: "owner",
						active: values.mine !== null || values.owner !== null || values.owner_org_id !== null,
						usual: true,
						filter: <OwnerFilter place={place} />,
					},
					{
						key: "live",
						active: values.live !== null,
						usual: true,
						filter: (
							<Choice
								label="Live"
								value={values.live === null ? ANY : String(values.live)}
								rest={ANY}
								options={[
									{ value: ANY, label: "any" },
									{ value: "true", label: "somewhere" },
									{ value: "false", label: "nowhere" },
								]}
								onChange={(live) => change({ live: live === ANY ? null : live === "true" })}
							/>
						),
					},
					{
						key: "shared",
						active: values.shared !== null,
						filter: (
							<Choice
								label="Shared"
								value={values.shared ?? ANY}
								rest={ANY}
								options={[
									{ value: ANY, label: "any" },
									{ value: "with_me", label: "with me" },
									{ value: "by_me", label: "by me" },
								]}
								onChange={(shared) => change({ shared: shared === "with_me" || shared === "by_me" ? shared : null })}
							/>
						),
					},
					{
						key: "visibility",
						active: values.visibility !== null,
						filter: (
							<TextFilter
								label="Visibility"
								value={values.visibility}
								hint="Tags, parted by commas: only designs that carry all of them."
								onChange={(visibility) => change({ visibility })}
							/>
						),
					},
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

const SORT_WORDS: Record<DesignSort, readonly [desc: string, asc: string]> = {
	updated_at: ["changed last", "changed first"],
	name: ["name, Z to A", "name, A to Z"],
	last_build_date: ["built last", "built first"],
	last_build_size: ["largest build", "smallest build"],
};

/** What the heads of the columns do, where there is no room for all of them. */
function SortChoice({ place }: { place: DesignListState }) {
	return (
		<Choice
			label="Order"
			value={`${place.sort} ${place.order}`}
			rest="updated_at desc"
			options={DESIGN_SORTS.flatMap((sort) => [
				{ value: `${sort} desc`, label: SORT_WORDS[sort][0] },
				{ value: `${sort} asc`, label: SORT_WORDS[sort][1] },
			])}
			onChange={(value) => {
				const [sort, order] = value.split(" ");
				const known = DESIGN_SORTS.find((one) => one === sort);
				if (known !== undefined) place.sortBy(known, order === "asc" ? "asc" : "desc");
			}}
		/>
	);
}
