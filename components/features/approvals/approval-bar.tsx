"use client";

import type { ReactNode } from "react";
import { ListFilterBar } from "@/components/kit/table/list-filter-bar";
import { Choice } from "@/components/kit/ui/filter-bar";
import { SavedViews } from "@/components/kit/views/saved-views";
import { APPROVAL_FILTERS } from "./approval-filters";
import type { ApprovalFilters } from "./use-approval-filters";

/** The filters of the queue, and its order. */
export function ApprovalBar({ filters, aside }: { filters: ApprovalFilters; aside: ReactNode }) {
	return (
		<ListFilterBar
			label="Filter requests"
			search={{ label: "Search requests", rowKeys: true }}
			filters={APPROVAL_FILTERS}
			place={{ ...filters, values: filters }}
		>
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
		</ListFilterBar>
	);
}
