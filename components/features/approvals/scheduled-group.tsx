"use client";

import { CalendarClock } from "lucide-react";
import { useNow } from "@/components/kit/ui/relative-time";
import { formatCount, formatPeriod } from "@/lib/browser/format";
import type { Queue } from "@/lib/contract/queue";
import type { ApprovalFilters } from "./use-approval-filters";

export interface ScheduledGroupProps {
	filters: ApprovalFilters;
	/** The first ones, and how many there are. */
	scheduled: { rows: Queue["scheduled"]; total: number };
}

/** Requests whose activation is scheduled: decided on, and below those that wait. */
export function ScheduledGroup({ filters, scheduled }: ScheduledGroupProps) {
	const now = useNow();
	if (scheduled.total === 0) return null;
	return (
		<section aria-label="Scheduled" className="border-line border-t print:hidden">
			<h2 className="flex items-center gap-1 px-4 pt-3 pb-1 text-muted text-small">
				<CalendarClock aria-hidden className="size-3.5 shrink-0" />
				Scheduled {formatCount(scheduled.total)}
			</h2>
			<ul>
				{scheduled.rows.map(({ id, design_name, target: place, ...times }) => (
					<li key={id}>
						<a
							href={`?request=${id}`}
							aria-current={filters.request === id ? "true" : undefined}
							onClick={(event) => {
								if (event.metaKey || event.ctrlKey || event.shiftKey) return;
								event.preventDefault();
								filters.open(id);
							}}
							className="grid gap-0.5 px-4 py-2 -outline-offset-2 hover:bg-sunken aria-[current]:bg-accent-soft"
						>
							<span className="truncate">
								<bdi>{design_name}</bdi>{" "}
								<span className="text-muted">
									on <bdi>{place}</bdi>
								</span>
							</span>
							<span className="text-muted text-small">{formatPeriod(times, now)}</span>
						</a>
					</li>
				))}
			</ul>
		</section>
	);
}
