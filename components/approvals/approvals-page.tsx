"use client";

import { useQuery } from "@tanstack/react-query";
import { PageHeader } from "@/components/ui/page-header";
import { useNow } from "@/components/ui/relative-time";
import { deploymentsQuery } from "@/lib/client/deployments";
import { formatAge, formatCount } from "@/lib/client/format";
import { useApprovalFilters, VIEWS } from "./approval-filters";
import { LiveView } from "./live-view";
import { WaitingView } from "./waiting-view";

const VIEW_NAMES: Record<(typeof VIEWS)[number], string> = { waiting: "Waiting", live: "Live" };

/** The queue of requests to decide on, and what is live because of earlier decisions. */
export function ApprovalsPage() {
	const filters = useApprovalFilters();
	const now = useNow();
	const { data: waiting } = useQuery(deploymentsQuery({ status: "requested", order: "asc", limit: 1 }));
	const oldest = waiting?.rows[0];
	const summary =
		waiting === undefined
			? "…"
			: waiting.total === 0
				? "nothing waits"
				: `${formatCount(waiting.total)} waiting${oldest === undefined ? "" : ` · oldest ${formatAge(oldest.requested_at, now)}`}`;
	return (
		<>
			<PageHeader
				title="Approvals"
				summary={summary}
				actions={
					<fieldset className="flex rounded-md border border-line-strong p-0.5">
						<legend className="sr-only">View</legend>
						{VIEWS.map((view) => (
							<button
								key={view}
								type="button"
								aria-pressed={filters.view === view}
								onClick={() => filters.show(view)}
								className="rounded-sm px-3 py-1 text-muted hover:text-text aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent"
							>
								{VIEW_NAMES[view]}
							</button>
						))}
					</fieldset>
				}
			/>
			{filters.view === "waiting" ? <WaitingView filters={filters} /> : <LiveView filters={filters} />}
		</>
	);
}
