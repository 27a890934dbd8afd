"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { NewestRows } from "@/components/ui/newest-rows";
import { QueryCard } from "@/components/ui/query-card";
import { RelativeTime, useNow } from "@/components/ui/relative-time";
import { historyQuery } from "@/lib/client/deployment-work";
import { actionWords, credentialWords, detailWords, statusWords } from "./history-words";

const FIRST = 8;

/** Who did what when, the newest first. */
export function HistoryCard({ id }: { id: string }) {
	const history = useQuery(historyQuery(id));
	const now = useNow();
	return (
		<QueryCard title="History" query={history} what="The history">
			{(data) => (
				<NewestRows
					label="History"
					rows={data.rows}
					total={data.total}
					first={FIRST}
					elsewhere={
						<Link href={`/audit?object_id=${id}`} prefetch={false} className="font-medium text-accent underline">
							All of them in the audit
						</Link>
					}
				>
					{(event) => (
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
									statusWords(event),
									...detailWords(event, now),
									credentialWords(event),
									event.address === null ? null : `from ${event.address}`,
								]
									.filter((words) => words !== null)
									.join(" · ")}
							</p>
						</li>
					)}
				</NewestRows>
			)}
		</QueryCard>
	);
}
