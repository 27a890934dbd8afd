import type { ActivationRule, CreateRule } from "@/lib/contract/activation-rule";
import { MOST_RULES } from "@/lib/contract/constants";
import type { Principal } from "@/lib/domain/access/principal";
import { findOrganizations } from "@/lib/domain/accounts/find-organizations";
import { peopleBehind } from "@/lib/domain/accounts/people-behind";
import { findAdministeredTarget } from "@/lib/domain/targets/find-administered-target";
import { translateConflict } from "@/lib/platform/db/conflicts";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import { describeRule } from "./describe-rules";
import { judgeInRetrospect } from "./judge-in-retrospect";
import { recordRuleEvent } from "./record-rule-event";
import { ruleInclude } from "./rule-record";
import { conditionsToStore } from "./stored-conditions";

/** For `.catch` of a transaction that names a rule. */
export const translateNameConflict = (name: string) =>
	translateConflict(`the target has a rule '${name}' already: name must be unique there`);

/**
 * `POST /api/targets/<id>/rules`: creates a rule, which begins with a dry run. It has judged the
 * requests of the last 14 days that were decided on, as far as is known of them.
 * @throws NotFoundError, ForbiddenError; InvalidArgumentError for an unknown organization
 * @throws InvalidStateError when the name is taken, or the target has as many as it may have
 */
export async function createRule(
	service: Service,
	principal: Principal,
	targetId: string,
	{ name, conditions }: CreateRule,
): Promise<ActivationRule> {
	return transact(service.prisma, async (tx) => {
		await tx.$queryRaw`SELECT FROM targets WHERE id = ${targetId}::uuid FOR NO KEY UPDATE`;
		await findAdministeredTarget(tx, principal, targetId);
		if ((await tx.activationRule.count({ where: { target_id: targetId } })) >= MOST_RULES) {
			throw new InvalidStateError(`a target has at most ${MOST_RULES} rules: delete one first`);
		}
		const organizationIds =
			conditions.organizations && (await findOrganizations(tx, "organizations", conditions.organizations));
		const now = service.now();
		const rule = await tx.activationRule.create({
			data: {
				target_id: targetId,
				name: name.trim(),
				author_id: principal.userId,
				voucher_ids: [...(await peopleBehind(tx, principal))],
				conditions: conditionsToStore(conditions, organizationIds),
				counts_from: now,
				created_at: now,
				updated_at: now,
			},
			include: ruleInclude,
		});
		const reader = { ...service, prisma: tx };
		const judged = await judgeInRetrospect(reader, rule);
		await recordRuleEvent(service, tx, principal, rule, "create_rule", { conditions });
		return describeRule(reader, judged);
	}).catch(translateNameConflict(name.trim()));
}
