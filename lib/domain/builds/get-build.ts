import type { BuildDetail } from "@/lib/contract/build";
import { visibleBuilds } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";
import { describeBuilds } from "./describe-builds";

/**
 * `GET /api/builds/<id>`: a build of any status.
 * @throws NotFoundError when the caller does not see it
 */
export async function getBuild(service: Service, principal: Principal, buildId: string): Promise<BuildDetail> {
	return findBuildOrThrow(service.prisma, principal, buildId);
}

/**
 * Finds a build of any status.
 * @throws NotFoundError when it does not exist or is not visible to the caller
 */
export async function findBuildOrThrow(db: Transaction, principal: Principal, buildId: string): Promise<BuildDetail> {
	const visible = await db.$queryRaw<{ id: string }[]>(Prisma.sql`
		SELECT builds.id FROM builds JOIN designs ON designs.id = builds.design_id
		WHERE builds.id = ${buildId}::uuid AND ${visibleBuilds(principal)}`);
	const [found] = await describeBuilds(
		db,
		principal,
		visible.map(({ id }) => id),
	);
	if (found === undefined) throw new NotFoundError("build not found");
	return found;
}
