import type { RULE_MISSES } from "@/lib/contract/constants";
import { isolate } from "@/lib/rules/text/isolate";
import { minuteOf, plural } from "./moments";

/** A growth or a reduction, with the limit that it passes. */
interface Change {
	readonly before: number;
	readonly after: number;
	readonly limit: number;
}

/** The values in the words of each miss, which are stored. */
export interface MissFigures {
	readonly author: { readonly author: string; readonly problem: "disabled" | "no_right" };
	readonly four_eyes: { readonly author: string };
	readonly undone: Readonly<Record<string, never>>;
	readonly question: Readonly<Record<string, never>>;
	readonly scheduled: { readonly at: string };
	readonly proposed_later: { readonly at: string };
	readonly newer_request: Readonly<Record<string, never>>;
	readonly no_active_build: Readonly<Record<string, never>>;
	readonly older_build: { readonly activated_build_date: string };
	readonly organization: { readonly organization: string };
	readonly targeting_codes: { readonly added: readonly string[]; readonly removed: readonly string[] };
	readonly size: Change;
	readonly items: Change;
	readonly warnings: { readonly codes: readonly string[]; readonly messages: readonly string[] };
	readonly outside_hours: { readonly opens_at: string | null };
	readonly daily_limit: { readonly limit: number };
	readonly approvals: { readonly required: number };
	readonly refused: { readonly message: string };
	readonly failed: Readonly<Record<string, never>>;
}
export type MissCode = (typeof RULE_MISSES)[number];

/** A condition that did not hold. */
export type Miss = {
	readonly [Code in MissCode]: { readonly code: Code; readonly figures: MissFigures[Code] };
}[MissCode];

const few = (codes: readonly string[]) =>
	codes.length <= 3
		? codes.map(isolate).join(", ")
		: `${codes.slice(0, 3).map(isolate).join(", ")} and ${codes.length - 3} more`;

/** Rounded up, so that a value beyond a limit never reads as the limit. */
function percentOf({ before, after, limit }: Change): number {
	const percent = (Math.abs(after - before) / before) * 100;
	const rounded = Math.round(percent);
	return rounded > limit ? rounded : Math.ceil(percent * 10) / 10;
}

function changeWords(change: Change, more: string, less: string): string {
	const { before, after, limit } = change;
	if (before === 0) return `${more} than none, limit ${limit}%`;
	return `${percentOf(change)}% ${after > before ? more : less}, limit ${limit}%`;
}

const WORDS: { readonly [Code in MissCode]: (figures: MissFigures[Code]) => string } = {
	author: ({ author, problem }) =>
		problem === "disabled"
			? `the account of ${isolate(author)} is disabled`
			: `${isolate(author)} no longer administers the target`,
	four_eyes: ({ author }) =>
		`four-eyes: the rule is by ${isolate(author)}, and one person may be behind both it and this request`,
	scheduled: ({ at }) => `its activation is scheduled for ${minuteOf(at)}`,
	undone: () => "a decision on it was undone, so people decide",
	question: () => "its requester has been asked",
	proposed_later: ({ at }) => `its requester proposes ${minuteOf(at)}: it waits until then`,
	newer_request: () => "another request of the design is pending, for a newer build or made later",
	no_active_build: () => "no build of the design is activated yet",
	older_build: ({ activated_build_date }) => `older than the activated build of ${minuteOf(activated_build_date)}`,
	organization: ({ organization }) => `${isolate(organization)} is not one of its organizations`,
	targeting_codes: ({ added, removed }) =>
		[
			...(added.length === 0 ? [] : [`new targeting ${added.length === 1 ? "code" : "codes"} ${few(added)}`]),
			...(removed.length === 0 ? [] : [`no longer ${few(removed)}`]),
		].join(", "),
	size: (change) => changeWords(change, "larger", "smaller"),
	items: (change) => changeWords(change, "more items", "fewer items"),
	warnings: ({ codes, messages }) =>
		messages.length === 1 ? `a warning: ${messages[0]}` : `${plural(codes.length, "warning")}: ${messages.join(" ")}`,
	outside_hours: ({ opens_at }) =>
		opens_at === null
			? "outside the hours of the rule or the target"
			: `outside the hours of the rule or the target until ${minuteOf(opens_at)}`,
	daily_limit: ({ limit }) => `it has activated ${limit} today, its limit`,
	approvals: ({ required }) => `the target requires ${required} administrators`,
	refused: ({ message }) => message,
	failed: () => "the service could not judge it: see its log",
};

/** A miss in words, to follow `missed:`. */
export function missWords<Code extends MissCode>({
	code,
	figures,
}: {
	readonly code: Code;
	readonly figures: MissFigures[Code];
}): string {
	return WORDS[code](figures);
}
