import type { Comment } from "@/lib/contract/comment";
import type { Principal } from "@/lib/domain/access/principal";
import { findDeploymentOrThrow } from "@/lib/domain/deployments/find-deployment-or-throw";
import { type Page, pageOf } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { commentInclude, describeComment } from "./load-comments";

/**
 * `GET /api/deployments/<id>/comments`: the comments on a deployment, newest first.
 * @throws NotFoundError when the caller does not see the deployment
 */
export async function listComments(
	{ prisma }: Pick<Service, "prisma">,
	principal: Principal,
	deploymentId: string,
	paging: { readonly limit: number; readonly offset: number },
): Promise<Page<Comment>> {
	await findDeploymentOrThrow(prisma, principal, deploymentId);
	const list = {
		...{ from: Prisma.sql`deployment_comments c`, where: [Prisma.sql`c.deployment_id = ${deploymentId}::uuid`] },
		...{ sort: Prisma.sql`c.id`, id: Prisma.sql`c.id`, order: "desc" as const, ...paging },
	};
	const { rows, total } = await pageOf(prisma, list, (ids) =>
		prisma.deploymentComment.findMany({ where: { id: { in: ids.map(BigInt) } }, include: commentInclude }),
	);
	return { rows: rows.map(describeComment), total };
}
