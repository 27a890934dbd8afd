import type { z } from "zod";
import type { RuleConditions } from "@/lib/contract/activation-rule";
import { createRuleBody } from "@/lib/contract/activation-rule";
import { WEEKDAYS } from "@/lib/rules/opening-hours";

export type NewRule = z.input<typeof createRuleBody>;
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
): { body: NewRule } | { problems: RuleProblems } {
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
	const problems: Record<string, string> = {};
	for (const { path, message } of createRuleBody.safeParse(body).error?.issues ?? []) {
		const field = String((path[0] === "conditions" ? path[1] : path[0]) ?? "conditions");
		problems[field] ??= message.startsWith("must") ? `This ${message}.` : "Enter a number.";
	}
	return Object.keys(problems).length > 0 ? { problems } : { body };
}
