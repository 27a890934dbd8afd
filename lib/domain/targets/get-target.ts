import type { TargetDetail } from "@/lib/contract/target";
import type { Principal } from "@/lib/domain/access/principal";
import type { Service } from "@/lib/platform/service";
import { loadActivationWindow } from "./activation-window";
import { describeTargetDetail } from "./describe-target";
import { findAdministeredTarget } from "./find-administered-target";

/**
 * `GET /api/targets/<id>`: a target with its revision and accepted organizations, for its
 * administrators.
 * @throws NotFoundError, ForbiddenError
 */
export async function getTarget(service: Service, principal: Principal, id: string): Promise<TargetDetail> {
	const record = await findAdministeredTarget(service.prisma, principal, id);
	return describeTargetDetail(principal, record, await loadActivationWindow(service, service.prisma, id));
}
