import { visibleDeploymentRecords } from "@/lib/access/access";
import type { Principal } from "@/lib/access/principal";
import { NotFoundError } from "@/lib/errors";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/service";
import { type DeploymentRecord, loadDeployments } from "./load-deployments";

/**
 * A deployment in any status, as the caller sees it.
 * @throws NotFoundError when it does not exist or may not be seen, which is the same to the caller.
 */
export async function findDeploymentOrThrow(
	db: Transaction,
	principal: Principal,
	deploymentId: string,
): Promise<DeploymentRecord> {
	const visible = await db.$queryRaw<{ id: string }[]>(Prisma.sql`
		SELECT x.id FROM deployments x JOIN designs d ON d.id = x.design_id JOIN targets t ON t.id = x.target_id
		WHERE x.id = ${deploymentId}::uuid AND ${visibleDeploymentRecords(principal)}`);
	const [record] = await loadDeployments(
		db,
		visible.map(({ id }) => id),
	);
	if (record === undefined) throw new NotFoundError("deployment not found");
	return record;
}
