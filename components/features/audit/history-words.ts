import { formatCount, formatMoment, type Now } from "@/lib/browser/format";
import type { AuditEvent } from "@/lib/contract/audit";

const ACTIONS: Readonly<Record<string, string>> = {
	request: "requested it",
	activate: "activated it",
	approve: "approved it",
	approve_also: "approved it",
	approve_delete: "approved to delete it",
	deactivate: "deactivated it",
	reject: "rejected the request",
	cancel: "cancelled the request",
	expire: "request expired",
	tag: "changed its tags",
	delete: "deleted it",
	rollback: "rolled back to it",
	undo: "undid the decision on it",
	schedule: "scheduled it",
	unschedule: "removed its schedule",
	schedule_failed: "could not run the schedule",
	remind: "sent a reminder",
	ask: "asked the requester",
	answer: "answered",
	comment: "commented",
	withdraw_question: "withdrew the question",
	remind_requester: "reminded the requester of a question",
	create_rule: "created a rule",
	edit_rule: "changed a rule",
	switch_rule: "switched a rule",
	delete_rule: "deleted a rule",
	loaded: "loaded it on every agent online",
	load_failed: "could not load it",
	offline: "found no agent online",
	out_of_memory: "ran out of memory",
	disk_low: "found a disk nearly full",
	job_failed: "failed repeatedly",
};

const CREDENTIALS: Readonly<Record<string, string>> = {
	session: "in the browser",
	api_key: "with an API key",
	access_token: "with an access token",
	sign_in_link: "with a sign-in link",
	single_sign_on: "by single sign-on",
	schedule: "by schedule",
	rule: "by a rule",
	system: "automatically",
};

/** The action, to follow the actor's name. */
export const actionWords = ({ action }: Pick<AuditEvent, "action">): string =>
	ACTIONS[action] ?? action.replaceAll("_", " ");

/** The credential that was used. */
export const credentialWords = ({ credential }: Pick<AuditEvent, "credential">): string =>
	CREDENTIALS[credential] ?? credential;

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const asText = (value: unknown, now: Now, zone?: string): string | null => {
	if (typeof value === "string" && INSTANT.test(value)) return formatMoment(value, now, zone);
	if (typeof value === "string") return value === "" ? "none" : value;
	if (typeof value === "number") return formatCount(value);
	if (typeof value === "boolean") return value ? "yes" : "no";
	if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(String).join(", ");
	return null;
};

/** The change of status; null if it stayed the same. */
export function statusWords({
	status_before: before,
	status_after: after,
}: Pick<AuditEvent, "status_before" | "status_after">): string | null {
	if (before === null || after === null || before === after) return null;
	return `${before} → ${after}`.replaceAll("_", " ");
}

/** Other details in words, times in the reader's zone; leaves out ids and nested records. */
export function detailWords({ detail }: Pick<AuditEvent, "detail">, now: Now, zone?: string): string[] {
	const { before, after, ...rest } = detail ?? {};
	const change = [asText(before, now, zone), asText(after, now, zone)];
	const changed = change[0] === null || change[1] === null ? [] : [`${change[0]} → ${change[1]}`];
	const others = Object.entries(rest).flatMap(([name, value]) => {
		const text = name.endsWith("id") ? null : asText(value, now, zone);
		return text === null ? [] : [`${name.replaceAll("_", " ")}: ${text}`];
	});
	return [...changed, ...others];
}
