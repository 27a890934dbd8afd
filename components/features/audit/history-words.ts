import { formatCount, formatMoment, type Now } from "@/lib/browser/format";
import type { AuditEvent } from "@/lib/contract/audit";

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
