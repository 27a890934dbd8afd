"use client";

import { useState } from "react";
import { toast } from "sonner";
import { ActionsMenu } from "@/components/kit/ui/actions-menu";
import { BackLink } from "@/components/kit/ui/back-link";
import { Button } from "@/components/kit/ui/button";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { NotFoundView } from "@/components/kit/ui/not-found-view";
import { PageHeader } from "@/components/kit/ui/page-header";
import { ErrorState, StaleNotice } from "@/components/kit/ui/states";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { useTitle } from "@/components/kit/ui/use-title";
import { useSend } from "@/lib/browser/api";
import { ApiError, describeError } from "@/lib/browser/api-error";
import { useQuery } from "@/lib/browser/use-query";
import { webhookQuery } from "@/lib/browser/webhooks";
import type { Webhook } from "@/lib/contract/webhook";
import { DeliveryLog } from "./delivery-log";
import { PausedNotice } from "./paused-notice";
import { WebhookChip } from "./state-chip";
import { DeleteWebhookDialog, ReplaySinceDialog, RotateSecretDialog } from "./webhook-dialogs";
import { FORMAT_WORDS, webhookName } from "./webhook-words";

const WebhookDialog = lazyDialog(() => import("./webhook-dialog").then((module) => module.WebhookDialog));
const LAZY = [WebhookDialog] as const;

const DIALOGS = {
	edit: WebhookDialog,
	rotate: RotateSecretDialog,
	remove: DeleteWebhookDialog,
	replay: ReplaySinceDialog,
} as const;
type DialogName = keyof typeof DIALOGS;

/** One webhook: how it stands, what can be done, and its log. */
export function WebhookPage({ id }: { id: string }) {
	useAtHand(LAZY);
	const query = useQuery(webhookQuery(id));
	const webhook = query.data;
	const [asked, setAsked] = useState<DialogName | null>(null);
	useTitle(webhook === undefined ? undefined : webhookName(webhook));
	if (query.error instanceof ApiError && [403, 404].includes(query.error.status)) return <NotFoundView />;
	const OpenDialog = asked === null ? null : DIALOGS[asked];
	return (
		<>
			<PageHeader
				title={webhook === undefined ? "Webhook" : <bdi className="wrap-anywhere">{webhookName(webhook)}</bdi>}
				before={<BackLink href="/webhooks">Webhooks</BackLink>}
				summary={webhook === undefined ? "…" : <Summary webhook={webhook} />}
				actions={webhook === undefined ? undefined : <Actions webhook={webhook} onAsk={setAsked} />}
			/>
			<div className="min-h-0 grow lg:overflow-auto">
				{webhook === undefined && query.error !== null ? (
					<ErrorState error={query.error} what="The webhook" onRetry={query.refetch} />
				) : (
					<>
						{query.error === null ? null : (
							<StaleNotice error={query.error} updatedAt={query.dataUpdatedAt} onRetry={query.refetch} />
						)}
						{webhook === undefined ? null : <PausedNotice webhook={webhook} onReplay={() => setAsked("replay")} />}
						<DeliveryLog webhookId={id} />
					</>
				)}
			</div>
			{webhook === undefined || OpenDialog === null ? null : (
				<OpenDialog webhook={webhook} onClose={() => setAsked(null)} />
			)}
		</>
	);
}

function Summary({ webhook }: { webhook: Webhook }) {
	return (
		<span className="flex flex-wrap items-center gap-2">
			<WebhookChip webhook={webhook} />
			<span className="wrap-anywhere">
				{FORMAT_WORDS[webhook.format]} · <bdi>{webhook.org_name ?? "the whole service"}</bdi>
			</span>
		</span>
	);
}

function Actions({ webhook, onAsk }: { webhook: Webhook; onAsk: (dialog: DialogName) => void }) {
	const test = useSend("POST /api/webhooks/[webhook_id]/test");
	const send = () =>
		test.mutate(
			{ webhook_id: webhook.id },
			{
				onSuccess: () => toast.success("Test message queued"),
				onError: (error) => toast.error(describeError(error)),
			},
		);
	return (
		<>
			<Button pending={test.isPending} onClick={send}>
				Send test
			</Button>
			<Button onClick={() => onAsk("replay")}>Replay…</Button>
			<Button onClick={() => onAsk("edit")}>Edit…</Button>
			<ActionsMenu
				label="More actions"
				actions={[
					{ label: "Rotate secret…", onSelect: () => onAsk("rotate") },
					{ label: "Delete…", danger: true, onSelect: () => onAsk("remove") },
				]}
			/>
		</>
	);
}
