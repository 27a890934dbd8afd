import { LIVE_STATUSES } from "@/lib/contract/transitions";
import { InvalidStateError } from "@/lib/errors";
import type { Transaction } from "@/lib/service";
import type { DeploymentRecord } from "./load-deployments";

/** What an activation would meet on the target, as activation carries it out and the preview tells it. */
export interface ActivationPlan {
	/** The deployment of the same design that is activated on the target: activation deactivates it. */
	readonly replaces: Pick<DeploymentRecord, "id" | "status" | "designId" | "targetId"> | null;
	/** What stands in the way: of a rejected deployment, a newer live one of the same build (design.md section 4, item 15). */
	readonly conflict: InvalidStateError | null;
}

/** Looks at what else is on the target; inside the transaction of an activation the lock of its siblings holds it still. */
export async function planActivation(
	db: Transaction,
	record: Pick<DeploymentRecord, "id" | "status" | "designId" | "buildId" | "targetId">,
): Promise<ActivationPlan> {
	const replaces = await db.deployment.findFirst({
		where: { designId: record.designId, targetId: record.targetId, status: "activated", id: { not: record.id } },
		select: { id: true, status: true, designId: true, targetId: true },
	});
	if (record.status !== "rejected") return { replaces, conflict: null };
	const newer = await db.deployment.findFirst({
		where: { buildId: record.buildId, targetId: record.targetId, status: { in: [...LIVE_STATUSES] } },
		select: { id: true, status: true },
	});
	if (newer === null) return { replaces, conflict: null };
	const conflict = new InvalidStateError(
		`cannot activate this rejected deployment: the newer deployment ${newer.id} of the same build and target is '${newer.status}'`,
	);
	return { replaces, conflict };
}
