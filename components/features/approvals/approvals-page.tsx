"use client";

import { useQuery } from "@tanstack/react-query";
import { openHelp } from "@/components/kit/keyboard/help-state";
import { Button } from "@/components/kit/ui/button";
import { PageHeader } from "@/components/kit/ui/page-header";
import { useNow } from "@/components/kit/ui/relative-time";
import { SavedViews } from "@/components/kit/views/saved-views";
import { deploymentsQuery, UNDECIDED } from "@/lib/browser/deployments";
import { formatAge, formatCount, formatInstant } from "@/lib/browser/format";
import { useApprovalFilters } from "./approval-filters";
import { QueueView } from "./queue-view";

/** The queue of requests that wait for a decision. */
export function ApprovalsPage() {
	const filters = useApprovalFilters();
	const now = useNow();
	const { data: waiting } = useQuery(deploymentsQuery({ ...UNDECIDED, sort: "requested_at", order: "asc", limit: 1 }));
	const { data: asked } = useQuery(deploymentsQuery({ status: "requested", waiting_for: "requester", limit: 0 }));
	const answers =
		asked === undefined || asked.total === 0 ? "" : ` · ${formatCount(asked.total)} waiting for an answer`;
	const oldest = waiting?.rows[0];
	const summary =
		waiting === undefined
			? "…"
			: waiting.total === 0
				? `All caught up${answers}`
				: `${formatCount(waiting.total)} pending${oldest === undefined ? "" : ` · oldest ${formatAge(oldest.requested_at, now)}`}${answers}`;
	return (
		<>
			<PageHeader
				title="Approvals"
				summary={summary}
				actions={
					<>
						<div className="max-sm:hidden">
							<SavedViews page="/approvals" />
						</div>
						<Button shortcut="?" onClick={() => openHelp()} className="max-md:hidden">
							Help
						</Button>
					</>
				}
			/>
			{now === null ? null : (
				<p className="hidden px-4 py-2 text-muted text-small print:block md:px-6">
					As of {formatInstant(new Date(now).toISOString())}
					{filters.narrowed ? ", filtered" : ""}; one page of the list.
				</p>
			)}
			<QueueView filters={filters} />
		</>
	);
}
