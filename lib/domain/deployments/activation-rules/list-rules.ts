import type { ActivationRule } from "@/lib/contract/activation-rule";
import type { Principal } from "@/lib/domain/access/principal";
import type { Page } from "@/lib/domain/lists/page";
import { findAdministeredTarget } from "@/lib/domain/targets/find-administered-target";
import type { Service } from "@/lib/platform/service";
import { describeRules } from "./describe-rules";
import { rules } from "./find-rule";

/**
 * `GET /api/targets/<id>/rules`: oldest first (docs/contract.md, Activation rules).
 * @throws NotFoundError, ForbiddenError
 */
export async function listRules(
	service: Service,
	principal: Principal,
	targetId: string,
	paging: { readonly limit: number; readonly offset: number },
): Promise<Page<ActivationRule>> {
	await findAdministeredTarget(service.prisma, principal, targetId);
	const { rows, total } = await rules.page(service.prisma, targetId, paging);
	return { rows: await describeRules(service, rows), total };
}
