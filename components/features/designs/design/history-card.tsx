"use client";

import { ActorName } from "@/components/features/audit/actor-name";
import { credentialWords } from "@/components/features/audit/history-words";
import { NewestEvents } from "@/components/features/audit/newest-events";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { designHistoryQuery } from "@/lib/browser/design-editing";
import { useQuery } from "@/lib/browser/use-query";
import type { DesignEvent } from "@/lib/contract/design-history";
import { isAutomatic } from "@/lib/contract/sentences/actor-words";
import { eventDetail, eventInWords } from "./event-words";

/** The history of the design, its builds and its deployments. */
export function HistoryCard({ designId }: { designId: string }) {
	const history = useQuery(designHistoryQuery(designId));
	return (
		<NewestEvents query={history} audit={`design_id=${designId}`}>
			{(event) => <EventRow key={event.id} event={event} />}
		</NewestEvents>
	);
}

function EventRow({ event }: { event: DesignEvent }) {
	const detail = eventDetail(event);
	return (
		<li className="grid gap-0.5 px-3 py-2">
			<p>
				<span className="font-medium">
					<ActorName event={event} sentence />
				</span>{" "}
				{eventInWords(event)}
			</p>
			{event.reason === null ? null : (
				<p className="text-muted">
					“<bdi>{event.reason}</bdi>”
				</p>
			)}
			<p className="flex flex-wrap gap-x-3 text-muted text-small">
				<RelativeTime iso={event.at} sentence />
				{detail === null ? null : <span>{detail}</span>}
				{isAutomatic(event) ? null : <span>{credentialWords(event)}</span>}
				{event.address === null ? null : <span className="font-mono">{event.address}</span>}
			</p>
		</li>
	);
}
