"use client";

import { openHelp } from "@/components/kit/keyboard/help-state";
import { runShortcut } from "@/components/kit/keyboard/shortcuts";
import { Button } from "@/components/kit/ui/button";
import { cx } from "@/components/kit/ui/cx";
import { PageHeader } from "@/components/kit/ui/page-header";
import { useNow } from "@/components/kit/ui/relative-time";
import { SavedViews } from "@/components/kit/views/saved-views";
import { formatAge, formatCount, formatInstant, type Now } from "@/lib/browser/format";
import { queueQuery } from "@/lib/browser/queue";
import { useQuery } from "@/lib/browser/use-query";
import type { Queue } from "@/lib/contract/queue";
import { queueFilters } from "./approval-filters";
import { QueueView } from "./queue-view";
import { useApprovalFilters } from "./use-approval-filters";

/** The queue of requests that wait for a decision. */
export function ApprovalsPage() {
	const filters = useApprovalFilters();
	const now = useNow();
	const { data: queue } = useQuery(queueQuery(queueFilters(filters)));
	return (
		<>
			{/* On a phone the first request is what the page is opened for, and one that is read takes it all. */}
			<div
				className={cx(
					"in-data-whole:hidden max-sm:[&_h1]:text-large max-sm:[&_header]:min-h-0 max-sm:[&_header_div]:min-h-0 max-sm:[&_header]:py-1.5 max-sm:[&_header>div]:py-0 max-sm:[&_header>div>.grid]:flex max-sm:[&_header>div>.grid]:items-baseline max-sm:[&_h1]:shrink-0 max-sm:[&_h1+div]:truncate max-sm:[&_h1+div]:min-w-0",
					filters.request === null ? "contents" : "md:contents max-md:hidden",
				)}
			>
				<PageHeader
					title="Approvals"
					summary={queue === undefined ? "…" : summaryOf(queue, now)}
					actions={
						<>
							{queue === undefined || queue.total === 0 ? null : (
								<Button shortcut="R" onClick={() => runShortcut("R")} className="max-sm:hidden">
									Review
								</Button>
							)}
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

type Figures = Pick<Queue, "pending_count" | "oldest_requested_at" | "question_count">;

function summaryOf({ pending_count, oldest_requested_at: oldest, question_count }: Figures, now: Now): string {
	return [
		pending_count === 0 ? "All caught up" : `${formatCount(pending_count)} pending`,
		...(oldest === null ? [] : [`oldest ${formatAge(oldest, now)}`]),
		...(question_count === 0 ? [] : [`${formatCount(question_count)} waiting on requester`]),
	].join(" · ");
}
