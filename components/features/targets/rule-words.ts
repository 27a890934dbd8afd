import { formatCount, formatPlural } from "@/lib/browser/format";
import type { ActivationRule, RuleConditions, RuleMode, RuleTotals } from "@/lib/contract/activation-rule";
import { isolate } from "@/lib/rules/text/isolate";

/** The mode of a rule, as its list shows it. */
export const MODE_WORDS: Readonly<Record<RuleMode, string>> = { off: "Off", dry_run: "Dry run", active: "On" };

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const DAY_NAMES = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

/** `Mon–Fri`, or `Mon, Wed`. */
export function daysWords(days: readonly (typeof DAYS)[number][]): string {
	const chosen = DAYS.flatMap((day, index) => (days.includes(day) ? [index] : []));
	const [first = 0, last = 0] = [chosen.at(0), chosen.at(-1)];
	const inRow = chosen.length > 2 && last - first === chosen.length - 1;
	return inRow ? `${DAY_NAMES[first]}–${DAY_NAMES[last]}` : chosen.map((index) => DAY_NAMES[index]).join(", ");
}

/** The conditions of a rule on a request, each as a part of one sentence. */
export function conditionWords(conditions: RuleConditions): string[] {
	const { change_within_percent: percent, organizations, hours, daily_limit: limit, time_zone: zone } = conditions;
	return [
		...(conditions.active_build ? ["a build of the design is activated"] : []),
		...(conditions.no_warnings ? ["nothing is warned of"] : []),
		...(conditions.same_targeting_codes ? ["the targeting codes stay the same"] : []),
		...(percent === null ? [] : [`size and items change by at most ${percent}%`]),
		...(organizations === null ? [] : [`it comes from ${organizations.map(({ name }) => isolate(name)).join(" or ")}`]),
		...(hours === null
			? []
			: [`it is ${hours.map(({ days, from, to }) => `${daysWords(days)} ${from}–${to}`).join(" or ")} (${zone})`]),
		...(limit === null ? [] : [`at most ${formatCount(limit)} a day (${zone})`]),
	];
}

const MISS_WORDS: Readonly<Record<RuleTotals["misses"][number]["code"], string>> = {
	author: "author without the right",
	four_eyes: "four-eyes",
	undone: "decision undone",
	question: "requester was asked",
	scheduled: "scheduled",
	proposed_later: "proposed for later",
	newer_request: "another request pending",
	no_active_build: "nothing activated yet",
	older_build: "older build",
	organization: "other organization",
	targeting_codes: "other targeting codes",
	size: "size",
	items: "items",
	warnings: "warnings",
	outside_hours: "outside of the hours",
	daily_limit: "daily limit",
	approvals: "several administrators needed",
	refused: "refused",
	failed: "could not be judged",
};

/** `Would have activated 38 of 50 requests in 14 days; you rejected 1 of those.` */
export function totalsWords({ mode, last_14_days: totals }: Pick<ActivationRule, "mode" | "last_14_days">): string {
	const { requests, passed, decided } = totals;
	if (requests === 0) return "No requests in the last 14 days.";
	const rejected = decided.rejected === 0 ? "" : `; people rejected ${formatCount(decided.rejected)} of those`;
	return mode === "active"
		? `${formatCount(passed)} of ${formatPlural(requests, "request")} in 14 days met its conditions${rejected}.`
		: `Would have activated ${formatCount(passed)} of ${formatPlural(requests, "request")} in 14 days${rejected}.`;
}

/** Why it did not activate the others: `size 8 · warnings 3`; null where there are none. */
export function missesWords({ misses }: RuleTotals): string | null {
	if (misses.length === 0) return null;
	return misses.map(({ code, requests }) => `${MISS_WORDS[code]} ${formatCount(requests)}`).join(" · ");
}

/** The parts missing from its totals; null where they are complete. */
export function unknownWords({ conditions, last_14_days: { retrospective } }: ActivationRule): string | null {
	if (retrospective === 0 || !conditions.no_warnings) return null;
	return `${formatPlural(retrospective, "request is", "requests are")} older than this rule; earlier warnings aren't known.`;
}
