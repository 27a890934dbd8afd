import type { ActivationRule } from "@/lib/contract/activation-rule";
import { mayAdministerTarget } from "@/lib/domain/access/access";
import { namedPerson, nameOfUser } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import { principalOfUser, principalSelect } from "@/lib/domain/accounts/principal-of-user";
import type { Prisma } from "@/lib/generated/prisma/client";
import { isolate } from "@/lib/rules/text/isolate";

/** Relations that a rule's actions need. */
export const ruleInclude = {
	author: {
		select: {
			...principalSelect,
			...namedPerson,
			organization: { select: { slug: true, name: true, members_see: true } },
		},
	},
	target: { select: { organization_id: true, name: true } },
} satisfies Prisma.ActivationRuleInclude;
export type RuleRecord = Prisma.ActivationRuleGetPayload<{ include: typeof ruleInclude }>;

/** The rule's author with the rights that they have now, acting by the rule. */
export function principalOfRule({ id, name, author }: RuleRecord): Principal {
	const credential = { kind: "rule", id, name } as const;
	return principalOfUser(author, credential, ["manage", "administer"], { address: null, requestId: null });
}

/** Why the author can activate nothing on the target; null: they can. */
export function problemOfAuthor(rule: RuleRecord): "disabled" | "no_right" | null {
	if (rule.author.disabled_at !== null) return "disabled";
	return mayAdministerTarget(principalOfRule(rule), rule.target) ? null : "no_right";
}

/** {@link problemOfAuthor} for people, with what helps. */
export function problemWords(rule: RuleRecord): ActivationRule["problem"] {
	const problem = problemOfAuthor(rule);
	if (problem === null || rule.mode === "off") return null;
	const who = isolate(nameOfUser(rule.author));
	const what =
		problem === "disabled" ? `The account of ${who} is disabled.` : `${who} no longer administers this target.`;
	return `${what} The rule activates nothing until another administrator turns it on.`;
}
