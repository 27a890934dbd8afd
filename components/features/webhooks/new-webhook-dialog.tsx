"use client";

import { useSend } from "@/lib/browser/api";
import { SecretShown } from "./secret-shown";
import { WebhookFormDialog } from "./webhook-form-dialog";

/** Creates a webhook and shows its secret once. */
export function NewWebhookDialog({ onClose }: { onClose: () => void }) {
	const create = useSend("POST /api/webhooks", { gcTime: 0 });
	if (create.data !== undefined) return <SecretShown issued={create.data} onClose={onClose} />;
	return (
		<WebhookFormDialog
			webhook={null}
			title="New webhook"
			description="Sends a signed message to an address of yours when something happens."
			action="Create webhook"
			pending={create.isPending}
			error={create.error}
			onClose={onClose}
			onRead={(body) => create.mutate({ body })}
		/>
	);
}
