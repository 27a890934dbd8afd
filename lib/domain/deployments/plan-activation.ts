import { LIVE_STATUSES } from "@/lib/contract/transitions";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import type { DeploymentRecord } from "./load-deployments";

/** The effects of an activation on the target's other deployments. */
export interface ActivationPlan {
	/** The active deployment of the same design, which the activation deactivates. */
	readonly replaces: Pick<DeploymentRecord, "id" | "status" | "revision" | "designId" | "targetId"> | null;
	/**
	 * For a rejected deployment: a newer live one of the same build (docs/contract.md, Activation).
	 */
	readonly conflict: InvalidStateError | null;
}

/**
 * Plans an activation. Without a lock the plan may be outdated when the activation writes; the
 * revision of the replaced deployment and the unique indexes detect that.
 */
export async function planActivation(
	db: Transaction,
	record: Pick<DeploymentRecord, "id" | "status" | "designId" | "buildId" | "targetId">,
): Promise<ActivationPlan> {
	const [replaces = null] = await db.$rows<
		NonNullable<ActivationPlan["replaces"]>
	>(Prisma.sql`SELECT x.id, x.status::text AS status, x.revision, x.design_id AS "designId", x.target_id AS "targetId" FROM deployments x
			WHERE x.design_id = ${record.designId}::uuid AND x.target_id = ${record.targetId}::uuid
			AND x.status = 'activated' AND x.id <> ${record.id}::uuid`);
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
