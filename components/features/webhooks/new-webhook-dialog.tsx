"use client";

import { useState } from "react";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { useCreateWebhook } from "@/lib/browser/webhooks";
import { readWebhook, type WebhookProblems } from "./read-webhook";
import { SecretShown } from "./secret-shown";
import { WebhookFields } from "./webhook-fields";

/** Creates a webhook and shows its secret once. */
export function NewWebhookDialog({ onClose }: { onClose: () => void }) {
	const create = useCreateWebhook();
	const [problems, setProblems] = useState<WebhookProblems>({});
	if (create.data !== undefined) return <SecretShown issued={create.data} onClose={onClose} />;
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title="New webhook"
			description="Sends a signed message to an address of yours when something happens."
			action="Create webhook"
			pending={create.isPending}
			error={create.error}
			wide
			onSubmit={(fields) => {
				const read = readWebhook(fields);
				setProblems(read.problems ?? {});
				if (read.body !== undefined) create.mutate(read.body);
			}}
		>
			<WebhookFields webhook={null} problems={problems} />
		</ActionDialog>
	);
}
