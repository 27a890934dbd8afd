import { createColumns } from "@/components/kit/table/table-columns";
import { personColumn } from "@/components/kit/table/usual-columns";
import { Link } from "@/components/kit/ui/link";
import { HEAD_LINK } from "@/components/kit/ui/name-links";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { formatPlural } from "@/lib/browser/format";
import { AUDIT_KIND } from "@/lib/contract/constants";
import type { Webhook } from "@/lib/contract/webhook";
import { WebhookChip } from "./state-chip";
import { FORMAT_WORDS, hostOf, SENT_WORDS, webhookName } from "./webhook-words";

/** The columns of webhooks. */
export const WEBHOOK_COLUMNS = createColumns<Webhook>([
	{
		id: "webhook",
		header: "Webhook",
		width: "w-auto",
		phone: "name",
		cell: (webhook) => (
			<div className="flex min-w-0 items-baseline gap-2">
				<Link href={`/webhooks/${webhook.id}`} title={webhook.url} className={`truncate ${HEAD_LINK}`}>
					<bdi>{webhookName(webhook)}</bdi>
				</Link>
				<span className="truncate text-muted text-small max-md:hidden">
					{FORMAT_WORDS[webhook.format]}
					{webhook.description === "" ? null : ` · ${hostOf(webhook)}`}
				</span>
			</div>
		),
	},
	{
		id: "state",
		header: "Status",
		width: "w-28",
		phone: "status",
		cell: (webhook) => <WebhookChip webhook={webhook} />,
	},
	{
		id: "events",
		header: "Events",
		width: "w-24",
		cell: ({ events }) => {
			if (events.includes(AUDIT_KIND)) return SENT_WORDS.audit.toLowerCase();
			return events.length === 0 ? "all" : formatPlural(events.length, "type");
		},
	},
	{
		id: "about",
		header: "Tells of",
		width: "w-44",
		shown: "md:max-lg:hidden",
		phone: "detail",
		cell: ({ org_name }) => (
			<span className="block truncate">
				<bdi>{org_name ?? "the whole service"}</bdi>
			</span>
		),
	},
	personColumn({
		id: "owner",
		header: "Owner",
		width: "w-20 min-[90rem]:w-36 2xl:w-48",
		person: ({ owner, owner_person }) => ({ id: owner_person.id, name: owner_person.name, email: owner }),
	}),
	{
		id: "pending",
		header: "Pending",
		width: "w-22",
		number: true,
		cell: ({ pending }) => (pending === 0 ? <span className="text-muted">0</span> : pending),
	},
	{
		id: "success",
		header: "Last delivered",
		width: "w-32",
		phone: "detail",
		cell: ({ last_success_at }) =>
			last_success_at === null ? (
				<span className="text-muted">
					never<span className="md:hidden"> delivered</span>
				</span>
			) : (
				<span>
					<span className="md:hidden">delivered </span>
					<RelativeTime iso={last_success_at} />
				</span>
			),
	},
]);
