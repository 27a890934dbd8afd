import { NOTICES, type NoticeKind } from "@/lib/contract/events/events";
import { defaultMode, MAIL_MODES, type MailMode } from "@/lib/contract/notifications";
import type { NotificationSettings } from "@/lib/generated/prisma/client";
import { knownTimeZone } from "@/lib/rules/time/zoned-day";

/** A person's choices, if any. */
export type Chosen = Pick<NotificationSettings, "modes" | "time_zone" | "digest_minute"> | null;

/** The modes that a person chose, by kind. */
export function chosenModes(chosen: Chosen): Partial<Record<NoticeKind, MailMode>> {
	const { modes } = chosen ?? {};
	if (typeof modes !== "object" || modes === null) return {};
	return Object.fromEntries(
		Object.entries(modes).filter(
			([kind, mode]) => Object.hasOwn(NOTICES, kind) && (MAIL_MODES as readonly unknown[]).includes(mode),
		),
	);
}

/** How a person is mailed about a kind; `never` about one that this version does not know. */
export function modeOf(chosen: Chosen, kind: string): MailMode {
	if (!isKind(kind)) return "never";
	return chosenModes(chosen)[kind] ?? defaultMode(kind);
}

const isKind = (kind: string): kind is NoticeKind => Object.hasOwn(NOTICES, kind);

/** Time of day of the daily digest, in minutes, for people who have not chosen one: 08:00. */
const DEFAULT_MINUTE = 8 * 60;

/** When a person has their daily digest. */
export function digestTimeOf(chosen: Chosen): { readonly zone: string; readonly minute: number } {
	return { zone: knownTimeZone(chosen?.time_zone ?? "UTC"), minute: chosen?.digest_minute ?? DEFAULT_MINUTE };
}
