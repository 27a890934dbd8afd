"use client";

import type { ReactNode } from "react";
import { Choice, FilterBar, SearchField } from "@/components/ui/filter-bar";
import type { ApprovalFilters } from "./approval-filters";

/** The filters that both views share, and those that one of them adds. */
export function ApprovalBar({
	filters,
	aside,
	children,
}: {
	filters: ApprovalFilters;
	aside: ReactNode;
	children?: ReactNode;
}) {
	return (
		<FilterBar label="Filter deployments" aside={aside}>
			<SearchField label="Search designs, people" value={filters.q} onChange={filters.search} />
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
			{children}
			<Choice
				label="Order"
				value={filters.order}
				rest="desc"
				options={[
					{ value: "desc", label: "newest first" },
					{ value: "asc", label: "oldest first" },
				]}
				onChange={(order) => filters.change({ order })}
			/>
		</FilterBar>
	);
}
