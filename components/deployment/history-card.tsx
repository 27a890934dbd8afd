"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryCard } from "@/components/ui/query-card";
import { RelativeTime, useNow } from "@/components/ui/relative-time";
import { historyQuery } from "@/lib/client/deployment-work";
import { formatCount } from "@/lib/client/format";
import { actionWords, credentialWords, detailWords } from "./history-words";

/** Who did what when, the newest first. */
export function HistoryCard({ id }: { id: string }) {
	const history = useQuery(historyQuery(id));
	const now = useNow();
	return (
		<QueryCard title="History" query={history} what="The history">
			{(data) => (
				<>
					<ol aria-label="History" className="divide-y divide-line">
						{data.rows.map((event) => (
							<li key={event.id} className="grid gap-0.5 px-3 py-2">
								<p className="flex flex-wrap items-baseline gap-x-2">
									<span>
										<span className="font-medium">{event.actor}</span> {actionWords(event)}
									</span>
									<span className="ms-auto text-muted text-small">
										<RelativeTime iso={event.at} sentence />
									</span>
								</p>
								{event.reason === null || event.reason === "" ? null : <q>{event.reason}</q>}
								<p className="text-muted text-small">
									{[
										event.status_before === event.status_after ||
										event.status_before === null ||
										event.status_after === null
											? null
											: `${event.status_before} → ${event.status_after}`,
										...detailWords(event, now),
										credentialWords(event),
										event.address === null ? null : `from ${event.address}`,
									]
										.filter((words) => words !== null)
										.join(" · ")}
								</p>
							</li>
						))}
					</ol>
					{data.total > data.rows.length ? (
						<p className="border-line border-t px-3 py-2 text-muted text-small">
							{formatCount(data.total - data.rows.length)} earlier ones are on the audit page.
						</p>
					) : null}
				</>
			)}
		</QueryCard>
	);
}
