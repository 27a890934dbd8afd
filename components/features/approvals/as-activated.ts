import type { DeploymentDetail } from "@/lib/contract/deployment";

/**
 * A request as it was activated: keeping to a proposed end is a change of its own, which an undo has
 * to know of.
 */
export const asActivated = (request: DeploymentDetail, asProposed: boolean): DeploymentDetail =>
	asProposed && request.proposed?.deactivate_at != null ? { ...request, revision: request.revision + 1 } : request;
