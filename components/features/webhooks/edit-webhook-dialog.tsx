"use client";

import { useState } from "react";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { overtakenBy } from "@/lib/browser/api-error";
import { useEditWebhook } from "@/lib/browser/webhooks";
import type { Webhook } from "@/lib/contract/webhook";
import { isolate } from "@/lib/rules/text/isolate";
import { readWebhook, type WebhookProblems } from "./read-webhook";
import { WebhookFields } from "./webhook-fields";
import { webhookName } from "./webhook-words";

/** Changes a webhook. */
export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
	const edit = useEditWebhook();
	const [problems, setProblems] = useState<WebhookProblems>({});
	// Refetched meanwhile, it has another revision; what is edited is what was opened.
	const [opened] = useState(webhook);
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Edit ${isolate(webhookName(opened))}`}
			action="Save"
			pending={edit.isPending}
			error={overtakenBy(edit.error)}
			wide
			onSubmit={(fields) => {
				const read = readWebhook(fields);
				setProblems(read.problems ?? {});
				if (read.body === undefined) return;
				const { organization: _organization, ...changes } = read.body;
				edit.mutate({ webhook: opened, changes }, { onSuccess: onClose });
			}}
		>
			<WebhookFields webhook={opened} problems={problems} />
		</ActionDialog>
	);
}
