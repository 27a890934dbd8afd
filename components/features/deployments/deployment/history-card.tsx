"use client";

import { ActorName } from "@/components/features/audit/actor-name";
import { credentialWords, detailWords } from "@/components/features/audit/history-words";
import { NewestEvents } from "@/components/features/audit/newest-events";
import { RelativeTime, useNow } from "@/components/kit/ui/relative-time";
import { historyQuery } from "@/lib/browser/deployment-work";
import { useQuery } from "@/lib/browser/use-query";
import { didWhat } from "@/lib/contract/events/events";
import { isAutomatic } from "@/lib/contract/sentences/actor-words";

/** The events of the deployment, the newest first. */
export function HistoryCard({ id }: { id: string }) {
	const history = useQuery(historyQuery(id));
	const now = useNow();
	return (
		<NewestEvents query={history} audit={`object_id=${id}`}>
			{(event) => (
				<li key={event.id} className="grid gap-0.5 px-3 py-2">
					<p className="flex flex-wrap items-baseline gap-x-2">
						<span>
							<span className="font-medium">
								<ActorName event={event} sentence />
							</span>{" "}
							{didWhat({ ...event, object_type: "deployment" })} it
						</span>
						<span className="ms-auto text-muted text-small">
							<RelativeTime iso={event.at} sentence />
						</span>
					</p>
					{event.reason === null || event.reason === "" ? null : (
						<q>
							<bdi>{event.reason}</bdi>
						</q>
					)}
					<p className="text-muted text-small">
						{[
							...detailWords(event, now),
							isAutomatic(event) ? null : credentialWords(event),
							event.address === null ? null : `from ${event.address}`,
						]
							.filter((words) => words !== null)
							.join(" · ")}
					</p>
				</li>
			)}
		</NewestEvents>
	);
}
