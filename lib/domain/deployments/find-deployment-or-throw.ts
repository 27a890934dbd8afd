import { visibleDeploymentRecords } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";
import { type DeploymentRecord, deploymentsWhere } from "./load-deployments";

/**
 * Finds a deployment of any status.
 * @throws NotFoundError when it does not exist or is not visible to the caller
 */
export async function findDeploymentOrThrow(
	db: Transaction,
	principal: Principal,
	deploymentId: string,
): Promise<DeploymentRecord> {
	const [record] = await deploymentsWhere(
		db,
		Prisma.sql`deployments.id = ${deploymentId}::uuid AND ${visibleDeploymentRecords(principal, "per row")}`,
	);
	if (record === undefined) throw new NotFoundError("deployment not found");
	return record;
}
