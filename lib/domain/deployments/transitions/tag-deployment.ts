import type { Deployment } from "@/lib/contract/deployment";
import type { Principal } from "@/lib/domain/access/principal";
import { beginTransition, type Expectation } from "@/lib/domain/deployments/begin-transition";
import { type DeploymentRecord, deploymentRow, loadDeployments } from "@/lib/domain/deployments/load-deployments";
import { writeTransition } from "@/lib/domain/deployments/write-transition";
import { refreshDeploymentSearch } from "@/lib/domain/lists/refresh-documents";
import { announceTarget } from "@/lib/domain/targets/touch-target";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";

/**
 * Replaces the tags of a deployment (docs/contract.md, Tags).
 * @param tags trimmed, without blanks and duplicates
 * @returns the contract's row; null for a status that the contract does not list (cancelled,
 *   rejected)
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 */
export async function tagDeployment(...decision: Parameters<typeof tag>): Promise<Deployment | null> {
	const record = await tag(...decision);
	const { status } = record;
	return status === "cancelled" || status === "rejected" ? null : { ...deploymentRow(record), status };
}

/** As {@link tagDeployment}; gives the deployment after the change, whatever its status. */
export async function tag(
	service: Service,
	principal: Principal,
	deploymentId: string,
	{ tags }: { tags: readonly string[] },
	expectation: Expectation = {},
): Promise<DeploymentRecord> {
	const after = await transact(service.prisma, async (tx) => {
		const record = await beginTransition(tx, principal, deploymentId, "tag", expectation);
		const entry = { detail: { before: record.tags, after: [...tags] } };
		const touches = record.status === "activated";
		await writeTransition(
			service,
			tx,
			principal,
			{ subject: record, step: "tag", change: { tags }, entry },
			{ touches },
		);
		await refreshDeploymentSearch(tx, { id: record.id });
		return loadDeployments(tx, [record.id]);
	});
	const [record] = after;
	if (record === undefined) throw new Error("the locked deployment must exist");
	await announceTarget(service, record.target_id);
	return record;
}
