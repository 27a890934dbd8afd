import { textOf, wordsIn } from "@/components/kit/form/read-form";
import type { RuleConditions } from "@/lib/contract/activation-rule";
import { WEEKDAYS } from "@/lib/rules/opening-hours";

/** The initial conditions of a new rule. */
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

/** The number of a ticked condition; NaN where there is none, which the contract refuses. */
const numberOf = (form: FormData, name: string): number | null =>
	form.has(`with_${name}`) ? Number(textOf(form, name) || Number.NaN) : null;

/**
 * The conditions of a rule's form.
 * @param kept hours of which the dialog shows that there are several, and leaves them as they are
 */
export function readConditions(form: FormData, kept: RuleConditions["hours"]) {
	const days = WEEKDAYS.filter((day) => form.has(day));
	const hours = kept ?? [{ days, from: textOf(form, "from"), to: textOf(form, "to") }];
	return {
		active_build: form.has("active_build"),
		no_warnings: form.has("no_warnings"),
		same_targeting_codes: form.has("same_targeting_codes"),
		change_within_percent: numberOf(form, "change_within_percent"),
		// Another order is no change, which would begin with a dry run.
		organizations: form.has("with_organizations") ? wordsIn(textOf(form, "organizations")).sort() : null,
		hours: form.has("with_hours") ? hours : null,
		daily_limit: numberOf(form, "daily_limit"),
		time_zone: textOf(form, "time_zone") || "UTC",
	};
}

/** The fields that show the problems of conditions. */
export const CONDITION_NAMES = [
	"conditions",
	"change_within_percent",
	"organizations",
	"daily_limit",
	"hours",
	"time_zone",
] as const;
