import { CircleCheck, CirclePause, CircleSlash, Clock, EyeOff, type LucideIcon, OctagonX } from "lucide-react";
import type { Tone } from "@/components/kit/ui/chip";
import type { Webhook, WebhookDelivery, WebhookFormat } from "@/lib/contract/webhook";

interface StateWords {
	readonly word: string;
	readonly tone: Tone;
	readonly icon: LucideIcon;
	readonly explanation: string;
}

export const FORMAT_WORDS: Readonly<Record<WebhookFormat, string>> = {
	json: "JSON",
	slack: "Slack",
	teams: "Microsoft Teams",
};

/** The words for a webhook's messages. */
export const SENT_WORDS = { events: "Selected events", audit: "Audit log" } as const;

export const DELIVERY_WORDS: Readonly<Record<WebhookDelivery["status"], StateWords>> = {
	pending: { word: "pending", tone: "accent", icon: Clock, explanation: "It is sent, or tried again, automatically." },
	delivered: { word: "delivered", tone: "ok", icon: CircleCheck, explanation: "The receiver accepted it." },
	failed: { word: "failed", tone: "bad", icon: OctagonX, explanation: "It is not tried again unless you replay it." },
	withheld: {
		word: "withheld",
		tone: "neutral",
		icon: EyeOff,
		explanation: "The webhook's owner could no longer see the object when it was to be sent.",
	},
};

/** How a webhook stands. */
export function webhookState({ enabled, paused_at, failures }: Webhook): StateWords {
	if (paused_at !== null) {
		return { word: "paused", tone: "bad", icon: CirclePause, explanation: "Nothing is sent until you resume it." };
	}
	if (!enabled) return { word: "off", tone: "neutral", icon: CircleSlash, explanation: "It is switched off." };
	if (failures > 0) {
		return {
			word: "failing",
			tone: "warn",
			icon: OctagonX,
			explanation: "The last attempt failed. We retry automatically.",
		};
	}
	return { word: "on", tone: "ok", icon: CircleCheck, explanation: "Messages are sent as things happen." };
}

/** The name of a webhook: its purpose, else the host of its address. */
export function webhookName({ description, url }: Pick<Webhook, "description" | "url">): string {
	return description === "" ? hostOf({ url }) : description;
}

/** The host of a webhook's address. */
export const hostOf = ({ url }: Pick<Webhook, "url">): string => (URL.canParse(url) ? new URL(url).host : url);
