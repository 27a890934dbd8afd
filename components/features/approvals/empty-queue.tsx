import { Button, buttonClass } from "@/components/kit/ui/button";
import { Link } from "@/components/kit/ui/link";
import { EmptyState } from "@/components/kit/ui/states";
import type { ApprovalFilters } from "./use-approval-filters";

/** The queue is empty, or the filters match nothing. */
export function EmptyQueue({ filters }: { filters: ApprovalFilters }) {
	return (
		<div className="grow bg-surface">
			{filters.narrowed ? (
				<EmptyState
					picture="search"
					title="No request matches"
					action={<Button onClick={filters.reset}>Reset the filters</Button>}
				>
					The filters may hide other requests.
				</EmptyState>
			) : (
				<EmptyState
					picture="done"
					title="No requests to review"
					action={
						<Link href="/deployments?status=activated" className={buttonClass("plain")}>
							View active deployments
						</Link>
					}
				>
					New requests appear here automatically.
				</EmptyState>
			)}
		</div>
	);
}
