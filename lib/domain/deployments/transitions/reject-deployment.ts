import type { Principal } from "@/lib/domain/access/principal";
import type { Expectation } from "@/lib/domain/deployments/begin-transition";
import type { Service } from "@/lib/platform/service";
import { endRequest } from "./end-request";

/**
 * Rejects a deployment request (docs/contract.md, Deployment status); the requester reads the
 * message.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError, InvalidStateError
 */
export async function rejectDeployment(
	service: Service,
	principal: Principal,
	deploymentId: string,
	{ message }: { message?: string | undefined },
	expectation: Expectation = {},
): Promise<void> {
	await endRequest(service, principal, deploymentId, "reject", message, expectation);
}
