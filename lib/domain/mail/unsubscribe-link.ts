import { createHmac, timingSafeEqual } from "node:crypto";
import { NOTICE_KINDS, type NoticeKind } from "@/lib/contract/notices";
import type { Service } from "@/lib/platform/service";

/** What a link of a mail ends: mails about a kind, or the daily digest. */
export type Subscription = NoticeKind | "digest";

/** The person and the mails that an unsubscribe link is about. */
export interface UnsubscribeLink {
	readonly userId: string;
	readonly subscription: Subscription;
}

/**
 * The token of an unsubscribe link. It does not expire, as mails are kept for years, and can do
 * nothing but what it names.
 */
export function unsubscribeToken(
	{ secret }: Pick<Service, "secret">,
	{ userId, subscription }: UnsubscribeLink,
): string {
	const subject = `${userId}.${subscription}`;
	return `${Buffer.from(subject).toString("base64url")}.${macOf(secret, subject).toString("base64url")}`;
}

/** What a token is about; null for one that this service did not make. */
export function readUnsubscribeToken({ secret }: Pick<Service, "secret">, token: string): UnsubscribeLink | null {
	const [encoded = "", mac = "", ...more] = token.split(".");
	const subject = Buffer.from(encoded, "base64url").toString();
	const [given, wanted] = [Buffer.from(mac, "base64url"), macOf(secret, subject)];
	if (more.length > 0 || given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
	const [userId = "", ...kind] = subject.split(".");
	const subscription = [...NOTICE_KINDS, "digest" as const].find((known) => known === kind.join("."));
	return subscription === undefined ? null : { userId, subscription };
}

const macOf = (secret: string, subject: string) =>
	createHmac("sha256", secret).update("unsubscribe\0").update(subject).digest();
