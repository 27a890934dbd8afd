import Link from "next/link";
import { createColumns } from "@/components/kit/table/table-columns";
import { HEAD_LINK } from "@/components/kit/ui/name-links";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { formatPlural } from "@/lib/browser/format";
import type { Webhook } from "@/lib/contract/webhook";
import { WebhookChip } from "./state-chip";
import { FORMAT_WORDS, webhookName } from "./webhook-words";

/** The columns of webhooks. */
export const WEBHOOK_COLUMNS = createColumns<Webhook>([
	{
		id: "webhook",
		header: "Webhook",
		width: "w-auto",
		card: "title",
		cell: (webhook) => (
			<div className="grid gap-0.5">
				<Link href={`/webhooks/${webhook.id}`} prefetch={false} className={`wrap-anywhere ${HEAD_LINK}`}>
					<bdi>{webhookName(webhook)}</bdi>
				</Link>
				<span className="text-muted text-small wrap-anywhere">
					{FORMAT_WORDS[webhook.format]} · {URL.canParse(webhook.url) ? new URL(webhook.url).host : webhook.url}
				</span>
			</div>
		),
	},
	{
		id: "state",
		header: "Status",
		width: "w-28",
		card: "corner",
		cell: (webhook) => <WebhookChip webhook={webhook} />,
	},
	{
		id: "events",
		header: "Events",
		width: "w-32",
		cell: ({ events }) => (events.length === 0 ? "all" : formatPlural(events.length, "type")),
	},
	{
		id: "about",
		header: "Tells of",
		width: "w-52",
		cell: ({ org_name, owner }) => (
			<div className="grid gap-0.5">
				<span className="wrap-anywhere">
					<bdi>{org_name ?? "the whole service"}</bdi>
				</span>
				<span className="text-muted text-small wrap-anywhere">
					<bdi>{owner}</bdi>
				</span>
			</div>
		),
	},
	{
		id: "pending",
		header: "Pending",
		width: "w-24",
		number: true,
		cell: ({ pending }) => pending,
	},
	{
		id: "success",
		header: "Last delivered",
		width: "w-32",
		cell: ({ last_success_at }) =>
			last_success_at === null ? <span className="text-muted">never</span> : <RelativeTime iso={last_success_at} />,
	},
]);
