import { type ActivationRule, activationRule } from "@/lib/contract/activation-rule";
import { namePerson } from "@/lib/domain/access/load-people";
import { rowOf } from "@/lib/domain/lists/row-of";
import type { Reader } from "@/lib/platform/service";
import { problemWords, type RuleRecord } from "./rule-record";
import { loadRuleTotals } from "./rule-totals";
import { storedConditions } from "./stored-conditions";

/** Describes rules; the number of statements does not depend on theirs. */
export async function describeRules(service: Reader, rules: readonly RuleRecord[]): Promise<ActivationRule[]> {
	if (rules.length === 0) return [];
	const totals = await loadRuleTotals(service, rules);
	const conditions = rules.map(storedConditions);
	const organizations = await service.prisma.organization.findMany({
		where: { id: { in: conditions.flatMap(({ organizationIds }) => organizationIds ?? []) } },
		select: { id: true, slug: true, name: true },
		orderBy: { name: "asc" },
	});
	return rules.flatMap((rule) => {
		const last14Days = totals.get(rule.id);
		if (last14Days === undefined) return [];
		const { organizationIds, ...chosen } = storedConditions(rule);
		return rowOf(activationRule, rule, {
			conditions: {
				...chosen,
				organizations: organizationIds && organizations.filter(({ id }) => organizationIds.includes(id)),
			},
			author: rule.author.email,
			author_person: namePerson(rule.author),
			problem: problemWords(rule),
			last_14_days: last14Days,
		});
	});
}

/** Describes one rule. */
export async function describeRule(service: Reader, rule: RuleRecord): Promise<ActivationRule> {
	const [described] = await describeRules(service, [rule]);
	if (described === undefined) throw new Error("describeRules must return one row for one record");
	return described;
}
