"use client";

import type { ReactNode } from "react";
import { ListSearch } from "@/components/kit/table/list-search";
import { SizeFilter } from "@/components/kit/table/range-filter";
import { Choice, FilterBar } from "@/components/kit/ui/filter-bar";
import { SavedViews } from "@/components/kit/views/saved-views";
import { targetsQuery } from "@/lib/browser/targets";
import { useQuery } from "@/lib/browser/use-query";
import type { ApprovalFilters } from "./approval-filters";

/** The filters of the queue, and its order. */
export function ApprovalBar({ filters, aside }: { filters: ApprovalFilters; aside: ReactNode }) {
	const { data: targets } = useQuery(targetsQuery());
	const { target, type, min_size, max_size, build, waiting, order } = filters;
	const narrowing = [
		target !== "",
		type !== "any",
		min_size !== null || max_size !== null,
		build !== "any",
		waiting !== "decision",
		order !== "asc",
	].filter(Boolean).length;
	const own = targets?.rows.filter(({ administered }) => administered) ?? [];
	return (
		<FilterBar
			label="Filter requests"
			filtering={narrowing}
			search={<ListSearch rowKeys label="Search requests" value={filters.q} onChange={filters.search} />}
		>
			<Choice
				label="Target"
				value={filters.target}
				rest=""
				options={[{ value: "", label: "any" }, ...own.map(({ id, name }) => ({ value: id, label: name }))]}
				onChange={(target) => filters.change({ target })}
			/>
			<Choice
				label="Type"
				value={filters.type}
				rest="any"
				options={[
					{ value: "any", label: "any" },
					{ value: "proximity", label: "proximity" },
					{ value: "audience", label: "audience" },
				]}
				onChange={(type) => filters.change({ type })}
			/>
			<SizeFilter
				label="Size"
				min={filters.min_size}
				max={filters.max_size}
				onChange={({ min, max }) => filters.change({ min_size: min, max_size: max })}
			/>
			<Choice
				label="Build"
				value={filters.build}
				rest="any"
				options={[
					{ value: "any", label: "any" },
					{ value: "first", label: "first of its design" },
					{ value: "refreshed", label: "refreshed" },
				]}
				onChange={(build) => filters.change({ build })}
			/>
			<Choice
				label="Waiting for"
				value={filters.waiting}
				rest="decision"
				options={[
					{ value: "decision", label: "a decision" },
					{ value: "answer", label: "the requester" },
				]}
				onChange={(waiting) => filters.change({ waiting })}
			/>
			<Choice
				label="Order"
				value={filters.order}
				rest="asc"
				options={[
					{ value: "asc", label: "oldest first" },
					{ value: "desc", label: "newest first" },
					{ value: "largest", label: "largest first" },
					{ value: "smallest", label: "smallest first" },
				]}
				onChange={(order) => filters.change({ order })}
			/>
			<div className="flex items-center gap-2 md:hidden">
				<SavedViews page="/approvals" />
				{aside}
			</div>
			<p className="ms-auto text-muted text-small max-md:hidden">{aside}</p>
		</FilterBar>
	);
}
