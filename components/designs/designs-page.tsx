"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useSessionUser } from "@/components/shell/session-context";
import { Button } from "@/components/ui/button";
import { Choice, FilterBar, SearchField } from "@/components/ui/filter-bar";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { EmptyState, ErrorState, StaleNotice } from "@/components/ui/states";
import { designsQuery } from "@/lib/client/designs";
import { formatPlural } from "@/lib/client/format";
import { PAGE_SIZE, useDesignFilters } from "./design-filters";
import { DesignsTable } from "./designs-table";
import { NewDesignDialog } from "./new-design-dialog";

/** Every design that the user may see. */
export function DesignsPage() {
	const user = useSessionUser();
	const filters = useDesignFilters();
	const [creating, setCreating] = useState(false);
	const { q, type, owner, order, offset, narrowed, change, search, goTo, reset } = filters;
	const { data, error, isPlaceholderData, refetch } = useQuery(
		designsQuery({
			q: q.trim() === "" ? undefined : q,
			type: type === "any" ? undefined : type,
			owner: owner === "mine" ? user.id : undefined,
			order,
			limit: PAGE_SIZE,
			offset,
		}),
	);
	const create = (
		<Button variant="primary" onClick={() => setCreating(true)}>
			<Plus aria-hidden className="size-4" />
			New design…
		</Button>
	);
	return (
		<>
			<PageHeader
				title="Designs"
				summary={data === undefined ? "…" : `${formatPlural(data.total, "design")}${narrowed ? " match" : ""}`}
				actions={create}
			/>
			<FilterBar label="Filter designs">
				<SearchField label="Search designs" value={q} onChange={search} />
				<Choice
					label="Type"
					value={type}
					rest="any"
					options={[
						{ value: "any", label: "any" },
						{ value: "proximity", label: "proximity" },
						{ value: "audience", label: "audience" },
					]}
					onChange={(value) => change({ type: value })}
				/>
				<Choice
					label="Owner"
					value={owner}
					rest="all"
					options={[
						{ value: "all", label: "anyone" },
						{ value: "mine", label: "me" },
					]}
					onChange={(value) => change({ owner: value })}
				/>
				<Choice
					label="Updated"
					value={order}
					rest="desc"
					options={[
						{ value: "desc", label: "newest first" },
						{ value: "asc", label: "oldest first" },
					]}
					onChange={(value) => change({ order: value })}
				/>
			</FilterBar>
			<div className="min-h-0 grow bg-surface lg:overflow-auto" aria-busy={isPlaceholderData}>
				{error !== null && data !== undefined ? <StaleNotice error={error} onRetry={refetch} /> : null}
				{error !== null && data === undefined ? (
					<ErrorState error={error} what="The designs" onRetry={refetch} />
				) : data?.rows.length === 0 ? (
					data.total > 0 ? (
						<EmptyState
							title="This page is empty"
							action={<Button onClick={() => goTo(0)}>Go to the first page</Button>}
						>
							The list has become shorter than this page's place in it.
						</EmptyState>
					) : narrowed ? (
						<EmptyState title="No design matches" action={<Button onClick={reset}>Reset the filters</Button>}>
							There may be designs that these filters leave out.
						</EmptyState>
					) : (
						<EmptyState title="No designs yet" action={create}>
							A design names the places or the audience that a campaign reaches. Save one with its first set, request a
							build, then ask for its deployment.
						</EmptyState>
					)
				) : (
					<div className="max-w-page">
						<DesignsTable rows={data?.rows} refreshing={isPlaceholderData} userId={user.id} />
						{data === undefined ? null : <Pager offset={offset} limit={PAGE_SIZE} total={data.total} onOffset={goTo} />}
					</div>
				)}
			</div>
			<NewDesignDialog open={creating} onOpenChange={setCreating} />
		</>
	);
}
