import Link from "next/link";
import { Button, buttonClass } from "@/components/kit/ui/button";
import { EmptyState } from "@/components/kit/ui/states";
import type { ApprovalFilters } from "./approval-filters";

/** Nothing waits, or nothing that the filters let through. */
export function EmptyQueue({ filters }: { filters: ApprovalFilters }) {
	return (
		<div className="grow bg-surface">
			{filters.narrowed ? (
				<EmptyState title="No request matches" action={<Button onClick={filters.reset}>Reset the filters</Button>}>
					There may be requests that these filters leave out.
				</EmptyState>
			) : (
				<EmptyState
					title="Nothing waits for you"
					action={
						<Link href="/deployments?status=activated" className={buttonClass("plain")}>
							See what is activated
						</Link>
					}
				>
					New requests appear here by themselves.
				</EmptyState>
			)}
		</div>
	);
}
