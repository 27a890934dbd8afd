"use client";

import { useState } from "react";
import { overtakenBy } from "@/lib/browser/api-error";
import { useEditWebhook } from "@/lib/browser/webhooks";
import type { Webhook } from "@/lib/contract/webhook";
import { isolate } from "@/lib/rules/text/isolate";
import { WebhookFormDialog } from "./webhook-form-dialog";
import { webhookName } from "./webhook-words";

/** Changes a webhook. */
export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
	const edit = useEditWebhook();
	// Refetched meanwhile, it has another revision; what is edited is what was opened.
	const [opened] = useState(webhook);
	return (
		<WebhookFormDialog
			webhook={opened}
			title={`Edit ${isolate(webhookName(opened))}`}
			action="Save"
			pending={edit.isPending}
			error={overtakenBy(edit.error)}
			onClose={onClose}
			onRead={({ organization: _organization, ...changes }) =>
				edit.mutate({ webhook: opened, changes }, { onSuccess: onClose })
			}
		/>
	);
}
