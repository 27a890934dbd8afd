"use client";

import { useRouter } from "next/navigation";
import { readLocalMinute } from "@/components/features/deployments/schedule-times";
import { FormDialog } from "@/components/kit/form/form-dialog";
import { DeleteDialog } from "@/components/kit/ui/delete-dialog";
import { useSend } from "@/lib/browser/api";
import { formatPlural } from "@/lib/browser/format";
import { useReplaySince } from "@/lib/browser/webhooks";
import type { Webhook } from "@/lib/contract/webhook";
import { isolate } from "@/lib/rules/text/isolate";
import { SecretShown } from "./secret-shown";
import { webhookName } from "./webhook-words";

interface WebhookDialogProps {
	webhook: Webhook;
	onClose: () => void;
}

/** Adds a secret and shows it once. */
export function RotateSecretDialog({ webhook, onClose }: WebhookDialogProps) {
	const rotate = useSend("POST /api/webhooks/[webhook_id]/secrets", { gcTime: 0 });
	if (rotate.data !== undefined) return <SecretShown issued={rotate.data} onClose={onClose} />;
	return (
		<FormDialog
			title="Rotate the signing secret?"
			description="Creates a new secret. For 24 hours messages are signed with both, so you can switch your server."
			action="Rotate secret"
			saving={rotate}
			send={() => rotate.mutate({ webhook_id: webhook.id, revision: webhook.revision })}
			onClose={onClose}
		/>
	);
}

/** Deletes a webhook with its log. */
export function DeleteWebhookDialog({ webhook, onClose }: WebhookDialogProps) {
	const router = useRouter();
	const name = isolate(webhookName(webhook));
	return (
		<DeleteDialog
			item={{ webhook_id: webhook.id, revision: webhook.revision }}
			remove={useSend("DELETE /api/webhooks/[webhook_id]")}
			title={`Delete ${name}?`}
			description="No more messages are sent, and its delivery log is permanently deleted."
			done={`Deleted ${name}`}
			onClose={onClose}
			onDone={() => router.push("/webhooks")}
		/>
	);
}

/** Sends everything since a time again; for a paused webhook, since the pause. */
export function ReplaySinceDialog({ webhook, onClose }: WebhookDialogProps) {
	const replay = useReplaySince(webhook.id);
	return (
		<FormDialog
			title="Replay events"
			description="Sends all events since a time again, including those this webhook missed. Repeats have the same webhook-id."
			action="Replay"
			fields={[
				{
					name: "since",
					label: "Since",
					hint: "Your local time, at most 30 days ago.",
					required: "Select a date and time.",
					input: { type: "datetime-local" },
					read: readLocalMinute,
				},
			]}
			saving={replay}
			send={({ since }: { since: string }, then) => replay.mutate(since, then)}
			done={(queued: number) => (queued === 0 ? "No events since then" : `Sending ${formatPlural(queued, "message")}`)}
			onClose={onClose}
		/>
	);
}
