"use client";

import { parseAsStringLiteral } from "nuqs";
import { useMemo, useState } from "react";
import { toast } from "sonner";
import { DataTable } from "@/components/kit/table/data-table";
import { useListState } from "@/components/kit/table/use-list-state";
import { Choice, FilterBar } from "@/components/kit/ui/filter-bar";
import { useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import { useQuery } from "@/lib/browser/use-query";
import { deliveriesQuery, REPLAY_DELIVERY } from "@/lib/browser/webhooks";
import { WEBHOOK_DELIVERY_STATUSES } from "@/lib/contract/constants";
import { deliveryColumns } from "./delivery-columns";
import { DeliveryDialog } from "./delivery-dialog";

const ANY = "any";
const OPTIONS = [ANY, ...WEBHOOK_DELIVERY_STATUSES].map((value) => ({ value, label: value }));
const parsers = { status: parseAsStringLiteral(WEBHOOK_DELIVERY_STATUSES) };

/** The messages to a webhook of the last 30 days. */
export function DeliveryLog({ webhookId }: { webhookId: string }) {
	const { sortBy: _unsorted, sort: _sort, ...place } = useListState(parsers, ["event"]);
	const { status } = place.values;
	const list = useQuery(
		deliveriesQuery({
			webhook_id: webhookId,
			limit: place.limit,
			offset: place.offset,
			status: status ?? undefined,
		}),
	);
	const [opened, setOpened] = useState<string | null>(null);
	const { mutate } = useSend(REPLAY_DELIVERY);
	const columns = useMemo(
		() =>
			deliveryColumns((action, { id }) => {
				if (action === "open") setOpened(id);
				else {
					mutate(
						{ webhook_id: webhookId, delivery_id: id },
						{
							onSuccess: () => toast.success("Message queued again"),
							onError: (error) => toast.error(describeError(error)),
						},
					);
				}
			}),
		[mutate, webhookId],
	);
	return (
		<>
			<FilterBar label="Filter deliveries">
				<Choice
					label="Status"
					value={status ?? ANY}
					rest={ANY}
					options={OPTIONS}
					onChange={(value) =>
						place.change({ status: WEBHOOK_DELIVERY_STATUSES.find((known) => known === value) ?? null })
					}
				/>
			</FilterBar>
			<div className="bg-surface">
				<DataTable
					what="deliveries"
					columns={columns}
					list={list}
					place={place}
					nameOf={({ type }) => type}
					empty={{
						title: "Nothing has been sent yet",
						text: "Messages appear here as things happen, and stay for 30 days. Send a test to try it.",
					}}
				/>
			</div>
			{opened === null ? null : (
				<DeliveryDialog webhookId={webhookId} deliveryId={opened} onClose={() => setOpened(null)} />
			)}
		</>
	);
}
