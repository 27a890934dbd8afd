import { createColumns } from "@/components/kit/table/table-columns";
import { ActionsMenu } from "@/components/kit/ui/actions-menu";
import { HEAD_LINK } from "@/components/kit/ui/name-links";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { formatCount } from "@/lib/browser/format";
import type { WebhookDelivery } from "@/lib/contract/webhook";
import { DeliveryChip } from "./state-chip";

export type DeliveryAction = "open" | "replay";

/** The columns of a webhook's log. */
export const deliveryColumns = (onAsk: (action: DeliveryAction, delivery: WebhookDelivery) => void) =>
	createColumns<WebhookDelivery>([
		{
			id: "event",
			header: "Event",
			width: "w-auto",
			phone: "name",
			cell: (delivery) => (
				<div className="flex min-w-0 items-baseline gap-2">
					<button
						type="button"
						onClick={() => onAsk("open", delivery)}
						className={`truncate text-start font-mono ${HEAD_LINK}`}
					>
						{delivery.type}
					</button>
					{delivery.problem === null ? null : (
						<span title={delivery.problem} className="truncate text-muted text-small max-md:hidden">
							{delivery.problem}
						</span>
					)}
				</div>
			),
		},
		{
			id: "status",
			header: "Status",
			width: "w-30",
			phone: "status",
			cell: (delivery) => <DeliveryChip status={delivery.status} />,
		},
		{
			id: "occurred",
			header: "Happened",
			width: "w-28",
			phone: "detail",
			cell: ({ occurred_at }) => <RelativeTime iso={occurred_at} />,
		},
		{
			id: "attempts",
			header: "Attempts",
			width: "w-24",
			number: true,
			cell: ({ attempts }) => formatCount(attempts),
		},
		{
			id: "answer",
			header: "Answer",
			width: "w-32",
			number: true,
			phone: "detail",
			cell: ({ response_status, duration_ms }) =>
				duration_ms === null ? (
					<span className="text-muted">none yet</span>
				) : (
					<span>
						{response_status ?? "none"} <span className="text-muted">in {formatCount(duration_ms)} ms</span>
					</span>
				),
		},
		{
			id: "actions",
			header: "Actions",
			width: "w-18",
			number: true,
			phone: "menu",
			cell: (delivery) => (
				<ActionsMenu
					variant="quiet"
					label={`Actions on ${delivery.type}`}
					actions={[
						{ label: "Details…", onSelect: () => onAsk("open", delivery) },
						{
							label: "Replay",
							onSelect: () => onAsk("replay", delivery),
							unavailable: delivery.status === "pending" ? "It is sent automatically." : null,
						},
					]}
				/>
			),
		},
	]);
