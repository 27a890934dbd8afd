"use client";

import { useState } from "react";
import { useSend } from "@/lib/browser/api";
import { overtakenBy } from "@/lib/browser/api-error";
import type { Webhook } from "@/lib/contract/webhook";
import { isolate } from "@/lib/rules/text/isolate";
import { WebhookFormDialog } from "./webhook-form-dialog";
import { webhookName } from "./webhook-words";

/** Changes a webhook. */
export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
	const edit = useSend("PATCH /api/webhooks/[webhook_id]");
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
			onRead={({ organization: _organization, ...body }) =>
				edit.mutate({ webhook_id: opened.id, revision: opened.revision, body }, { onSuccess: onClose })
			}
		/>
	);
}
