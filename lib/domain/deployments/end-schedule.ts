import type { Principal } from "@/lib/domain/access/principal";
import type { Service, Transaction } from "@/lib/platform/service";
import type { DeploymentRecord } from "./load-deployments";
import { writeTransition } from "./write-transition";

/**
 * Removes the schedule of a deployment, if any, and records the event, in the transaction that has
 * locked it.
 * @returns the deployment after the change; unchanged without a schedule
 */
export async function endSchedule(
	service: Pick<Service, "now">,
	tx: Transaction,
	principal: Principal,
	record: DeploymentRecord,
): Promise<DeploymentRecord> {
	const { count } = await tx.deploymentSchedule.deleteMany({ where: { deployment_id: record.id, ran_at: null } });
	if (count === 0) return record;
	await writeTransition(service, tx, principal, { subject: record, step: "unschedule" });
	return { ...record, revision: record.revision + 1 };
}
