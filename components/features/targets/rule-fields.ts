import type { z } from "zod";
import type { ActivationRule, EditRule, RuleConditions } from "@/lib/contract/activation-rule";
import { createRuleBody } from "@/lib/contract/activation-rule";
import { WEEKDAYS } from "@/lib/rules/opening-hours";

export type NewRule = z.input<typeof createRuleBody>;
export type WrittenRule = z.output<typeof createRuleBody>;
export type RuleProblems = Readonly<Record<string, string>>;

/** What a new rule is offered with. */
export const newConditions = (): RuleConditions => ({
	active_build: true,
	no_warnings: true,
	same_targeting_codes: true,
	change_within_percent: 20,
	organizations: null,
	hours: null,
	daily_limit: 50,
	time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

const text = (fields: FormData, name: string) => String(fields.get(name) ?? "").trim();
const isTicked = (fields: FormData, name: string) => fields.get(name) === "on";

/** The number of a ticked condition; NaN where there is none, which the contract refuses. */
const numberOf = (fields: FormData, name: string): number | null =>
	isTicked(fields, `with_${name}`) ? Number(text(fields, name) || Number.NaN) : null;

/**
 * Reads the dialog's fields.
 * @param kept hours of which the dialog shows that there are several, and leaves them as they are
 * @returns the body, or a problem for each condition
 */
export function readRule(
	fields: FormData,
	kept: RuleConditions["hours"],
): { body: WrittenRule } | { problems: RuleProblems } {
	const days = WEEKDAYS.filter((day) => isTicked(fields, day));
	const hours = kept ?? [{ days, from: text(fields, "from"), to: text(fields, "to") }];
	const slugs = text(fields, "organizations")
		.split(/[\s,]+/)
		.filter((slug) => slug !== "");
	const body: NewRule = {
		name: text(fields, "name"),
		conditions: {
			active_build: isTicked(fields, "active_build"),
			no_warnings: isTicked(fields, "no_warnings"),
			same_targeting_codes: isTicked(fields, "same_targeting_codes"),
			change_within_percent: numberOf(fields, "change_within_percent"),
			organizations: isTicked(fields, "with_organizations") ? [...new Set(slugs)] : null,
			hours: isTicked(fields, "with_hours") ? hours : null,
			daily_limit: numberOf(fields, "daily_limit"),
			time_zone: text(fields, "time_zone") || "UTC",
		},
	};
	const read = createRuleBody.safeParse(body);
	if (read.success) return { body: read.data };
	const problems: Record<string, string> = {};
	for (const { path, message } of read.error.issues) {
		const field = String((path[0] === "conditions" ? path[1] : path[0]) ?? "conditions");
		problems[field] ??= message.startsWith("must") ? `This ${message}.` : "Enter a number.";
	}
	return { problems };
}

/**
 * What was changed in a rule; null where nothing was. Conditions that stay are not sent, as other
 * ones begin with a dry run.
 */
export function ruleChanges(rule: ActivationRule, { name, conditions }: WrittenRule): EditRule | null {
	const { organizations } = rule.conditions;
	const before = { ...rule.conditions, organizations: organizations?.map(({ slug }) => slug) ?? null };
	const changes = {
		...(name === rule.name ? {} : { name }),
		...(textOf(conditions) === textOf(before) ? {} : { conditions }),
	};
	return Object.keys(changes).length === 0 ? null : changes;
}

/** The same for equal conditions, whatever the order of their fields and organizations. */
function textOf(conditions: WrittenRule["conditions"]): string {
	const hours = conditions.hours?.map(({ days, from, to }) => [days, from, to]) ?? null;
	const organizations = conditions.organizations?.toSorted() ?? null;
	const fields = Object.entries({ ...conditions, hours, organizations });
	return JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}
