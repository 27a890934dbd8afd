"use client";

import { useQuery } from "@tanstack/react-query";
import { openHelp } from "@/components/keyboard/help-state";
import { Button } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { useNow } from "@/components/ui/relative-time";
import { deploymentsQuery } from "@/lib/client/deployments";
import { formatAge, formatCount } from "@/lib/client/format";
import { useApprovalFilters } from "./approval-filters";
import { QueueView } from "./queue-view";

/** The queue of requests that wait for a decision. */
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
					<Button shortcut="?" onClick={() => openHelp()} className="max-md:hidden">
						Help
					</Button>
				}
			/>
			<QueueView filters={filters} />
		</>
	);
}
