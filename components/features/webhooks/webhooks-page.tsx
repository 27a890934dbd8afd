"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { DataTable, isNothingThere } from "@/components/kit/table/data-table";
import { useListState } from "@/components/kit/table/use-list-state";
import { NEW_KEY, useNewKey } from "@/components/kit/table/use-new-key";
import { Button } from "@/components/kit/ui/button";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { PageHeader } from "@/components/kit/ui/page-header";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { formatPlural } from "@/lib/browser/format";
import { useQuery } from "@/lib/browser/use-query";
import { webhooksQuery } from "@/lib/browser/webhooks";
import { WEBHOOK_COLUMNS } from "./webhook-columns";
import { webhookName } from "./webhook-words";

const WebhookDialog = lazyDialog(() => import("./webhook-dialog").then((module) => module.WebhookDialog));
const DIALOGS = [WebhookDialog] as const;

/** The webhooks that the reader manages. */
export function WebhooksPage() {
	useAtHand(DIALOGS);
	const { sortBy: _unsorted, sort: _sort, ...place } = useListState({}, ["webhook"]);
	const list = useQuery(webhooksQuery({ limit: place.limit, offset: place.offset }));
	const [creating, setCreating] = useState(false);
	useNewKey("New webhook…", () => setCreating(true), creating);
	const create = (
		<Button variant="primary" shortcut={NEW_KEY} onClick={() => setCreating(true)}>
			<Plus aria-hidden className="size-4" />
			New webhook…
		</Button>
	);
	return (
		<>
			<PageHeader
				title="Webhooks"
				summary={list.data === undefined ? "…" : formatPlural(list.data.total, "webhook")}
				actions={isNothingThere(list, place) ? null : create}
			/>
			<div className="min-h-0 grow bg-surface lg:overflow-auto">
				<DataTable
					what="webhooks"
					columns={WEBHOOK_COLUMNS}
					list={list}
					place={place}
					nameOf={webhookName}
					empty={{
						title: "No webhooks yet",
						text: "A webhook sends a signed message to your server, Slack or Teams when a request arrives or is decided.",
						action: create,
					}}
				/>
			</div>
			{creating ? <WebhookDialog webhook={null} onClose={() => setCreating(false)} /> : null}
		</>
	);
}
