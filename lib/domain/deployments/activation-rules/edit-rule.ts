import type { ActivationRule, EditRule } from "@/lib/contract/activation-rule";
import type { Principal } from "@/lib/domain/access/principal";
import { findOrganizations } from "@/lib/domain/accounts/find-organizations";
import { requireUnrestricted } from "@/lib/domain/accounts/key-rules";
import { peopleBehind } from "@/lib/domain/accounts/people-behind";
import { changedAt, type Expectation } from "@/lib/domain/lists/define-resource";
import type { Prisma } from "@/lib/generated/prisma/client";
import { asSet, changedFields, changesNothing } from "@/lib/platform/db/changed-fields";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { translateNameConflict } from "./create-rule";
import { describeRule } from "./describe-rules";
import { findRuleForChange } from "./find-rule";
import { judgeInRetrospect } from "./judge-in-retrospect";
import { recordRuleEvent } from "./record-rule-event";
import { type RuleRecord, ruleInclude } from "./rule-record";
import { conditionsToStore, storedConditions } from "./stored-conditions";

/**
 * `PATCH /api/targets/<id>/rules/<rule_id>`: changes the given fields. New conditions begin with a
 * dry run. The caller that writes conditions or turns the rule on becomes its author.
 * @throws NotFoundError, VersionMismatchError; InvalidArgumentError for an unknown organization
 * @throws ForbiddenError unless the caller administers the target, and to turn it on with a key
 *   that is restricted by address or expiry
 * @throws InvalidStateError when the name is taken
 */
export async function editRule(
	service: Service,
	principal: Principal,
	targetId: string,
	ruleId: string,
	changes: EditRule,
	expected?: Expectation,
): Promise<ActivationRule> {
	const { conditions, mode } = changes;
	const name = changes.name?.trim();
	return transact(service.prisma, async (tx) => {
		const before = await findRuleForChange(tx, principal, targetId, ruleId, expected);
		if (mode === "active") await requireUnrestricted(tx, principal, null, "rules, which act for longer than it");
		if (await isSame(tx, principal, before, changes)) return describeRule({ ...service, prisma: tx }, before);
		const rule = await tx.activationRule.update({
			where: { id: ruleId },
			data: {
				...changedFields(before, { name, mode }),
				...(conditions === undefined ? {} : await otherConditions(service, tx, before, conditions)),
				...(conditions === undefined && mode !== "active"
					? {}
					: { author_id: principal.userId, voucher_ids: [...(await peopleBehind(tx, principal))] }),
				...changedAt(service.now()),
			},
			include: ruleInclude,
		});
		const reader = { ...service, prisma: tx };
		const judged = conditions === undefined ? rule : await judgeInRetrospect(reader, rule);
		if (name !== undefined || conditions !== undefined) {
			const renamed = name === undefined ? {} : { before: before.name, after: name };
			await recordRuleEvent(service, tx, principal, rule, "edit_rule", {
				...renamed,
				...(conditions === undefined ? {} : { conditions }),
			});
		}
		if (before.mode !== rule.mode) {
			await recordRuleEvent(service, tx, principal, rule, "switch_rule", { before: before.mode, after: rule.mode });
		}
		return describeRule(reader, judged);
	}).catch(translateNameConflict(name ?? ""));
}

/** Whether the rule would stay as it is, with its author and those behind the author's credential. */
async function isSame(tx: Transaction, principal: Principal, rule: RuleRecord, changes: EditRule): Promise<boolean> {
	const { conditions } = changes;
	const organizationIds =
		conditions?.organizations && (await findOrganizations(tx, "organizations", conditions.organizations));
	const stored = conditions && conditionsToStore(conditions, organizationIds ?? null);
	const answers = conditions !== undefined || changes.mode === "active";
	const current = storedConditions(rule);
	return changesNothing(
		{ ...rule, conditions: current, voucher_ids: asSet(rule.voucher_ids) },
		{
			...changes,
			conditions: stored && { ...current, ...stored },
			...(answers ? { author_id: principal.userId, voucher_ids: asSet(await peopleBehind(tx, principal)) } : {}),
		},
	);
}

/** Removes verdicts by the former conditions, except for those that activated. */
async function otherConditions(
	service: Service,
	tx: Transaction,
	rule: RuleRecord,
	conditions: NonNullable<EditRule["conditions"]>,
): Promise<Prisma.ActivationRuleUncheckedUpdateInput> {
	const organizationIds =
		conditions.organizations && (await findOrganizations(tx, "organizations", conditions.organizations));
	await tx.ruleVerdict.deleteMany({ where: { rule_id: rule.id, outcome: { not: "activated" } } });
	return {
		conditions: conditionsToStore(conditions, organizationIds),
		counts_from: service.now(),
		dry_day: null,
		...(rule.mode === "active" ? { mode: "dry_run" as const } : {}),
	};
}
