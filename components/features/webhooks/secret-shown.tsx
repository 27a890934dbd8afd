import { Moment } from "@/components/kit/ui/relative-time";
import { ShownOnceDialog } from "@/components/kit/ui/shown-once-dialog";
import type { IssuedWebhook } from "@/lib/contract/webhook";
import { isolate } from "@/lib/rules/text/isolate";
import { webhookName } from "./webhook-words";

/** The newest secret of a webhook, shown this once. */
export function SecretShown({ issued, onClose }: { issued: IssuedWebhook; onClose: () => void }) {
	const earlier = issued.secrets.find(({ expires_at }) => expires_at !== null)?.expires_at ?? null;
	return (
		<ShownOnceDialog
			title={`Signing secret of ${isolate(webhookName(issued))}`}
			label="Secret"
			secret={issued.secret}
			note={issued.secret_note}
			onClose={onClose}
		>
			<p className="text-muted text-small">
				Your server verifies each message with it, by any library for Standard Webhooks. Slack and Teams do not need it.
				{earlier === null ? null : (
					<>
						{" "}
						The earlier secret also signs until <Moment iso={earlier} />.
					</>
				)}
			</p>
		</ShownOnceDialog>
	);
}
