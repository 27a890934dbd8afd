import { Chip } from "@/components/kit/ui/chip";
import type { Webhook, WebhookDelivery } from "@/lib/contract/webhook";
import { DELIVERY_WORDS, webhookState } from "./webhook-words";

/** How a webhook stands, as a chip. */
export function WebhookChip({ webhook }: { webhook: Webhook }) {
	const { word, tone, icon, explanation } = webhookState(webhook);
	return (
		<Chip tone={tone} icon={icon} explanation={explanation}>
			{word}
		</Chip>
	);
}

/** The outcome of a message, as a chip. */
export function DeliveryChip({ status }: Pick<WebhookDelivery, "status">) {
	const { word, tone, icon, explanation } = DELIVERY_WORDS[status];
	return (
		<Chip tone={tone} icon={icon} explanation={explanation}>
			{word}
		</Chip>
	);
}
