"use client";

import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { ListSearch } from "@/components/kit/table/list-search";
import { SizeFilter } from "@/components/kit/table/range-filter";
import { buttonClass } from "@/components/kit/ui/button";
import { Choice, FilterBar } from "@/components/kit/ui/filter-bar";
import { SavedViews } from "@/components/kit/views/saved-views";
import { targetsQuery } from "@/lib/browser/targets";
import type { ApprovalFilters } from "./approval-filters";

/** What narrows the queue, and its order. */
export function ApprovalBar({ filters, aside }: { filters: ApprovalFilters; aside: ReactNode }) {
	const { data: targets } = useQuery(targetsQuery());
	const [open, setOpen] = useState(false);
	const id = useId();
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
		<FilterBar label="Filter requests">
			<div className="flex w-full gap-2 sm:contents">
				<div className="grow max-sm:[&_input]:min-h-11 sm:contents">
					<ListSearch rowKeys label="Search requests" value={filters.q} onChange={filters.search} />
				</div>
				<button
					type="button"
					aria-expanded={open}
					aria-controls={id}
					onClick={() => setOpen(!open)}
					className={buttonClass("plain", "min-h-11 sm:hidden")}
				>
					<SlidersHorizontal aria-hidden className="size-4" />
					Filters{narrowing === 0 ? "" : ` (${narrowing})`}
				</button>
			</div>
			<div id={id} className={open ? "flex w-full flex-wrap gap-2 sm:contents" : "hidden sm:contents"}>
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
				<div className="flex items-center gap-2 sm:hidden">
					<SavedViews page="/approvals" />
					{aside}
				</div>
			</div>
			<p className="ms-auto text-muted text-small max-sm:hidden">{aside}</p>
		</FilterBar>
	);
}
