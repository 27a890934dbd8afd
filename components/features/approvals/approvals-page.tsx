"use client";

import { openHelp } from "@/components/kit/keyboard/help-state";
import { Button } from "@/components/kit/ui/button";
import { cx } from "@/components/kit/ui/cx";
import { PageHeader } from "@/components/kit/ui/page-header";
import { useNow } from "@/components/kit/ui/relative-time";
import { SavedViews } from "@/components/kit/views/saved-views";
import { deploymentsQuery, UNDECIDED } from "@/lib/browser/deployments";
import { formatAge, formatCount, formatInstant } from "@/lib/browser/format";
import { useQuery } from "@/lib/browser/use-query";
import { QueueView } from "./queue-view";
import { useApprovalFilters } from "./use-approval-filters";

/** The queue of requests that wait for a decision. */
export function ApprovalsPage() {
	const filters = useApprovalFilters();
	const now = useNow();
	const { data: waiting } = useQuery(deploymentsQuery({ ...UNDECIDED, sort: "requested_at", order: "asc", limit: 1 }));
	const { data: asked } = useQuery(
		deploymentsQuery({ status: "requested", administered: true, waiting_for: "requester", limit: 0 }),
	);
	const answers = asked === undefined || asked.total === 0 ? "" : ` · ${formatCount(asked.total)} waiting on requester`;
	const oldest = waiting?.rows[0];
	const summary =
		waiting === undefined
			? "…"
			: waiting.total === 0
				? `All caught up${answers}`
				: `${formatCount(waiting.total)} pending${oldest === undefined ? "" : ` · oldest ${formatAge(oldest.requested_at, now)}`}${answers}`;
	return (
		<>
			{/* On a phone the first request is what the page is opened for, and one that is read takes it all. */}
			<div
				className={cx(
					"max-sm:[&_h1]:text-large max-sm:[&_header]:min-h-0 max-sm:[&_header_div]:min-h-0 max-sm:[&_header]:py-1.5 max-sm:[&_header>div]:py-0 max-sm:[&_header>div>.grid]:flex max-sm:[&_header>div>.grid]:items-baseline max-sm:[&_h1]:shrink-0 max-sm:[&_h1+div]:truncate max-sm:[&_h1+div]:min-w-0",
					filters.request === null ? "contents" : "md:contents max-md:hidden",
				)}
			>
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
			</div>
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
