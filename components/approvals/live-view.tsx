"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DecisionDialog } from "@/components/deployments/decision-dialog";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/filter-bar";
import { Pager } from "@/components/ui/pager";
import { EmptyState, ErrorState, Skeleton, StaleNotice } from "@/components/ui/states";
import { deploymentsQuery } from "@/lib/client/deployments";
import { formatPlural } from "@/lib/client/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { DeploymentAction } from "@/lib/contract/transitions";
import { ApprovalBar } from "./approval-bar";
import type { ApprovalFilters, LIVE_CHOICES } from "./approval-filters";
import { LiveRow } from "./live-row";

const PAGE_SIZE = 50;
const STATUSES: Record<(typeof LIVE_CHOICES)[number], string> = {
	live: "activated,deactivated",
	activated: "activated",
	deactivated: "deactivated",
	rejected: "rejected",
};
const PLACES = ["one", "two", "three", "four"];

/** What earlier decisions have made of the targets: what should be loaded, and beside it what the agents really have. */
export function LiveView({ filters }: { filters: ApprovalFilters }) {
	const [asking, setAsking] = useState<{ action: DeploymentAction; deployment: DeploymentDetail } | null>(null);
	const { data, error, isPlaceholderData, refetch } = useQuery(
		deploymentsQuery({
			status: STATUSES[filters.status],
			q: filters.q.trim() === "" ? undefined : filters.q,
			type: filters.type === "any" ? undefined : filters.type,
			order: filters.order,
			limit: PAGE_SIZE,
			offset: filters.offset,
		}),
	);
	return (
		<>
			<ApprovalBar filters={filters} aside={data === undefined ? "…" : formatPlural(data.total, "deployment")}>
				<Choice
					label="Status"
					value={filters.status}
					rest="live"
					options={[
						{ value: "live", label: "activated or deactivated" },
						{ value: "activated", label: "activated" },
						{ value: "deactivated", label: "deactivated" },
						{ value: "rejected", label: "rejected" },
					]}
					onChange={(status) => filters.change({ status })}
				/>
			</ApprovalBar>
			<div className="min-h-0 grow bg-surface lg:overflow-y-auto" aria-busy={data === undefined || isPlaceholderData}>
				{error !== null && data !== undefined ? <StaleNotice error={error} onRetry={refetch} /> : null}
				{data === undefined ? (
					error === null ? (
						<ul aria-label="Deployments are being loaded">
							{PLACES.map((place) => (
								<li key={place} className="grid gap-2 border-line border-b px-4 py-3 md:px-6">
									<Skeleton className="w-60" />
									<Skeleton className="w-40" />
								</li>
							))}
						</ul>
					) : (
						<ErrorState error={error} what="The deployments" onRetry={refetch} />
					)
				) : data.rows.length === 0 ? (
					filters.narrowed || filters.status !== "live" || filters.offset > 0 ? (
						<EmptyState
							title="No deployment matches"
							action={
								<Button
									onClick={() => {
										filters.reset();
										filters.change({ status: "live" });
									}}
								>
									Reset the filters
								</Button>
							}
						>
							There may be deployments that these filters leave out.
						</EmptyState>
					) : (
						<EmptyState title="Nothing is live">
							What you activate appears here, with what the agents report of it.
						</EmptyState>
					)
				) : (
					<>
						<ul aria-label="Deployments" className={isPlaceholderData ? "opacity-60" : ""}>
							{data.rows.map((deployment) => (
								<LiveRow
									key={deployment.id}
									deployment={deployment}
									onAsk={(action) => setAsking({ action, deployment })}
								/>
							))}
						</ul>
						<Pager offset={filters.offset} limit={PAGE_SIZE} total={data.total} onOffset={filters.goTo} />
					</>
				)}
			</div>
			{asking === null ? null : (
				<DecisionDialog action={asking.action} deployment={asking.deployment} onClose={() => setAsking(null)} />
			)}
		</>
	);
}
