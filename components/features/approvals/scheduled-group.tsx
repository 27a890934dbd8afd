"use client";

import { CalendarClock } from "lucide-react";
import { useNow } from "@/components/kit/ui/relative-time";
import { deploymentsQuery } from "@/lib/browser/deployments";
import { formatCount, formatPeriod } from "@/lib/browser/format";
import { useQuery } from "@/lib/browser/use-query";
import type { ApprovalFilters } from "./use-approval-filters";

const MOST = 50;

/** Requests whose activation is scheduled: decided on, and below those that wait. */
export function ScheduledGroup({ filters }: { filters: ApprovalFilters }) {
	const now = useNow();
	const target = filters.target === null ? {} : { target_id: filters.target };
	const { data } = useQuery(
		deploymentsQuery({
			status: "requested",
			administered: true,
			scheduled: true,
			sort: "requested_at",
			limit: MOST,
			...target,
		}),
	);
	if (data === undefined || data.total === 0) return null;
	return (
		<section aria-label="Scheduled" className="border-line border-t print:hidden">
			<h2 className="flex items-center gap-1 px-4 pt-3 pb-1 text-muted text-small">
				<CalendarClock aria-hidden className="size-3.5 shrink-0" />
				Scheduled {formatCount(data.total)}
			</h2>
			<ul>
				{data.rows.map(({ id, design_name, target: place, schedule }) => (
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
							<span className="text-muted text-small">{schedule === null ? null : formatPeriod(schedule, now)}</span>
						</a>
					</li>
				))}
			</ul>
		</section>
	);
}
