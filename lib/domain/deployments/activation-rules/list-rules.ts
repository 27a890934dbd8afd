import type { ActivationRule } from "@/lib/contract/activation-rule";
import type { Principal } from "@/lib/domain/access/principal";
import type { Page } from "@/lib/domain/lists/page";
import { findAdministeredTarget } from "@/lib/domain/targets/find-target";
import type { Service } from "@/lib/platform/service";
import { describeRules } from "./describe-rules";
import { ruleInclude } from "./rule-record";

/**
 * `GET /api/targets/<id>/rules`: oldest first (docs/contract.md, Activation rules).
 * @throws NotFoundError, ForbiddenError
 */
export async function listRules(
	service: Service,
	principal: Principal,
	targetId: string,
	{ limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Page<ActivationRule>> {
	await findAdministeredTarget(service.prisma, principal, targetId);
	// At most MOST_RULES.
	const rules = await service.prisma.activationRule.findMany({
		where: { target_id: targetId },
		include: ruleInclude,
		orderBy: [{ created_at: "asc" }, { id: "asc" }],
	});
	return { rows: await describeRules(service, rules.slice(offset, offset + limit)), total: rules.length };
}
