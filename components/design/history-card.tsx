"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { credentialWords } from "@/components/deployment/history-words";
import { Button } from "@/components/ui/button";
import { QueryCard } from "@/components/ui/query-card";
import { RelativeTime } from "@/components/ui/relative-time";
import { EmptyState } from "@/components/ui/states";
import { designHistoryQuery } from "@/lib/client/design-editing";
import { formatCount } from "@/lib/client/format";
import type { DesignEvent } from "@/lib/contract/design-history";
import { eventDetail, eventInWords } from "./event-words";

const FIRST = 8;

/** Who did what with the design, its builds and its deployments. */
export function HistoryCard({ designId }: { designId: string }) {
	const history = useQuery(designHistoryQuery(designId));
	const [all, setAll] = useState(false);
	return (
		<QueryCard title="History" query={history} what="The history">
			{(data) =>
				data.rows.length === 0 ? (
					<EmptyState inCard title="Nothing has happened yet" />
				) : (
					<>
						<ol className="divide-y divide-line">
							{data.rows.slice(0, all ? undefined : FIRST).map((event) => (
								<EventRow key={event.id} event={event} />
							))}
						</ol>
						{data.rows.length > FIRST && !all ? (
							<div className="border-line border-t px-1 py-1">
								<Button variant="link" onClick={() => setAll(true)}>
									Show {data.rows.length - FIRST} earlier ones
								</Button>
							</div>
						) : data.total > data.rows.length ? (
							<p className="border-line border-t px-3 py-2 text-muted text-small">
								The newest {formatCount(data.rows.length)} of {formatCount(data.total)}.{" "}
								<Link
									href={`/audit?design_id=${designId}`}
									prefetch={false}
									className="font-medium text-accent underline"
								>
									All of them in the audit
								</Link>
							</p>
						) : null}
					</>
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
