"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { credentialWords } from "@/components/deployment/history-words";
import { NewestRows } from "@/components/ui/newest-rows";
import { QueryCard } from "@/components/ui/query-card";
import { RelativeTime } from "@/components/ui/relative-time";
import { EmptyState } from "@/components/ui/states";
import { designHistoryQuery } from "@/lib/client/design-editing";
import type { DesignEvent } from "@/lib/contract/design-history";
import { eventDetail, eventInWords } from "./event-words";

const FIRST = 8;

/** Who did what with the design, its builds and its deployments. */
export function HistoryCard({ designId }: { designId: string }) {
	const history = useQuery(designHistoryQuery(designId));
	return (
		<QueryCard title="History" query={history} what="The history">
			{(data) =>
				data.rows.length === 0 ? (
					<EmptyState inCard title="Nothing has happened yet" />
				) : (
					<NewestRows
						label="History"
						rows={data.rows}
						total={data.total}
						first={FIRST}
						elsewhere={
							<Link
								href={`/audit?design_id=${designId}`}
								prefetch={false}
								className="font-medium text-accent underline"
							>
								All of them in the audit
							</Link>
						}
					>
						{(event) => <EventRow key={event.id} event={event} />}
					</NewestRows>
				)
			}
		</QueryCard>
	);
}

function EventRow({ event }: { event: DesignEvent }) {
	const detail = eventDetail(event);
	return (
		<li className="grid gap-0.5 px-3 py-2">
			<p>
				<span className="font-medium">{event.actor}</span> {eventInWords(event)}
			</p>
			{event.reason === null ? null : <p className="text-muted">“{event.reason}”</p>}
			<p className="flex flex-wrap gap-x-3 text-muted text-small">
				<RelativeTime iso={event.at} sentence />
				{detail === null ? null : <span>{detail}</span>}
				<span>{credentialWords(event)}</span>
				{event.address === null ? null : <span className="font-mono">{event.address}</span>}
			</p>
		</li>
	);
}
