import { createHmac, timingSafeEqual } from "node:crypto";
import { NOTICE_KINDS, type NoticeKind } from "@/lib/contract/events/events";
import { madeSecret } from "@/lib/platform/made-secret";
import { acceptedSecrets, type Secrets } from "@/lib/platform/secrets";

/** The subscription that a link ends: mails about a kind, or the daily digest. */
export type Subscription = NoticeKind | "digest";

/** The person and the mails that an unsubscribe link is about. */
export interface UnsubscribeLink {
	readonly userId: string;
	readonly subscription: Subscription;
}

/**
 * The token of an unsubscribe link. It does not expire, as mails are kept for years, and ends
 * nothing but the subscription it names.
 */
export function unsubscribeToken({ secret }: Secrets, { userId, subscription }: UnsubscribeLink): string {
	const subject = `${userId}.${subscription}`;
	const mac = macOf(secret, subject).toString("base64url");
	return `${Buffer.from(subject).toString("base64url")}.${madeSecret("unsubscribe token", mac)}`;
}

/** The user and subscription of a token; null for a token that this service did not make. */
export function readUnsubscribeToken(secrets: Secrets, token: string): UnsubscribeLink | null {
	const [encoded = "", mac = "", ...more] = token.split(".");
	const subject = Buffer.from(encoded, "base64url").toString();
	const given = Buffer.from(mac, "base64url");
	const isOf = (secret: string) => {
		const wanted = macOf(secret, subject);
		return given.length === wanted.length && timingSafeEqual(given, wanted);
	};
	if (more.length > 0 || !acceptedSecrets(secrets).some(isOf)) return null;
	const [userId = "", ...kind] = subject.split(".");
	const subscription = [...NOTICE_KINDS, "digest" as const].find((known) => known === kind.join("."));
	return subscription === undefined ? null : { userId, subscription };
}

const macOf = (secret: string, subject: string) =>
	createHmac("sha256", secret).update("unsubscribe\0").update(subject).digest();
