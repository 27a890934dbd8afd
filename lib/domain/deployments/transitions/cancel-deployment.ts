import type { Principal } from "@/lib/domain/access/principal";
import type { Expectation } from "@/lib/domain/deployments/begin-transition";
import type { Service } from "@/lib/platform/service";
import { endRequest } from "./end-request";

/**
 * Cancels a deployment request before a decision (docs/contract.md, Deployment status).
 * @throws NotFoundError, ForbiddenError, VersionMismatchError, InvalidStateError
 */
export async function cancelDeployment(
	service: Service,
	principal: Principal,
	deploymentId: string,
	{ message }: { message?: string | undefined },
	expectation: Expectation = {},
): Promise<void> {
	await endRequest(service, principal, deploymentId, "cancel", message, expectation);
}
