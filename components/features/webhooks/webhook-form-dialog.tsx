"use client";

import { useState } from "react";
import { ActionDialog, type ActionDialogProps } from "@/components/kit/ui/action-dialog";
import type { CreateWebhook, Webhook } from "@/lib/contract/webhook";
import { readWebhook, type WebhookProblems } from "./read-webhook";
import { WebhookFields } from "./webhook-fields";

interface WebhookFormDialogProps
	extends Pick<ActionDialogProps, "title" | "description" | "action" | "pending" | "error"> {
	/** What is changed; null: a new one. */
	webhook: Webhook | null;
	onClose: () => void;
	onRead: (body: CreateWebhook) => void;
}

/** The form of a webhook, new or changed. */
export function WebhookFormDialog({ webhook, onClose, onRead, ...dialog }: WebhookFormDialogProps) {
	const [problems, setProblems] = useState<WebhookProblems>({});
	return (
		<ActionDialog
			{...dialog}
			open
			onOpenChange={(open) => open || onClose()}
			wide
			onSubmit={(fields) => {
				const read = readWebhook(fields);
				setProblems(read.problems ?? {});
				if (read.body !== undefined) onRead(read.body);
			}}
		>
			<WebhookFields webhook={webhook} problems={problems} />
		</ActionDialog>
	);
}
