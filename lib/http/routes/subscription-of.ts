import { readUnsubscribeToken, type Subscription } from "@/lib/domain/mail/unsubscribe-link";
import { service } from "@/lib/platform/service";

/** The mails that an unsubscribe link ends; null for one that this service did not make. */
export function subscriptionOf(token: string | undefined): Subscription | null {
	return readUnsubscribeToken(service(), token ?? "")?.subscription ?? null;
}
