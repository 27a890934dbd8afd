import { formatBytes, formatCount, formatMoment, type Now } from "@/lib/browser/format";
import type { AuditEvent } from "@/lib/contract/audit";
import { isolate } from "@/lib/rules/text/isolate";

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

const asSize = (value: unknown) => (typeof value === "number" ? formatBytes(value) : null);

type Word = (value: string) => string | null;

const bare: Word = (value) => isolate(value);
const named =
	(name: string): Word =>
	(value) =>
		`${name.replaceAll("_", " ")}: ${value}`;
const unless =
	(none: string, word: Word): Word =>
	(value) =>
		value === none ? null : word(value);

/** Details that read better than by their name; null: not worth a word. */
const DETAILS: Readonly<Record<string, Word>> = {
	accepted: (count) => `${count} imported`,
	activate_at: (time) => `starts ${time}`,
	agents: (count) => `on ${count} ${count === "1" ? "agent" : "agents"}`,
	approved_by: (people) => `approved by ${people}`,
	deactivate_at: (time) => `ends ${time}`,
	description: bare,
	email: bare,
	ends_at: (time) => `ends ${time}`,
	expires_at: (time) => `valid until ${time}`,
	hours: (count) => `after ${count} h`,
	host: bare,
	label: bare,
	name: bare,
	opens_at: (time) => `opens ${time}`,
	outside_window: bare,
	override_reason: (reason) => `“${isolate(reason)}”`,
	// The credential says so.
	rule: () => null,
	refused: unless("0", (count) => `${count} refused`),
	refused_row_count: unless("0", (count) => `${count} refused`),
	role: bare,
	scheduled_by: (who) => `scheduled by ${who}`,
	second_factor: (has) => (has === "yes" ? "with a second factor" : "no second factor"),
	size: bare,
	starts_at: (time) => `starts ${time}`,
	// The deed says what was undone.
	undone: () => null,
	why: bare,
};

/** Other details in words, times in the reader's zone; leaves out ids and nested records. */
export function detailWords({ detail }: Pick<AuditEvent, "detail">, now: Now, zone?: string): string[] {
	const { before, after, program, ...rest } = detail ?? {};
	const change = [asText(before, now, zone), asText(after, now, zone)];
	const changed = change[0] === null || change[1] === null ? [] : [`${change[0]} → ${change[1]}`];
	const others = Object.entries(rest).flatMap(([name, value]) => {
		const text = name.endsWith("id") ? null : name === "size" ? asSize(value) : asText(value, now, zone);
		const word = text === null ? null : (Object.hasOwn(DETAILS, name) ? (DETAILS[name] as Word) : named(name))(text);
		return word === null ? [] : [word];
	});
	return [...changed, ...others, ...(typeof program === "string" ? [`via ${program}`] : [])];
}
