import type { Comment } from "@/lib/contract/comment";
import type { Principal } from "@/lib/domain/access/principal";
import { findDeploymentOrThrow } from "@/lib/domain/deployments/find-deployment";
import type { Page } from "@/lib/domain/lists/page";
import type { Service } from "@/lib/platform/service";
import { commentInclude, describeComment } from "./load-comments";

/**
 * `GET /api/deployments/<id>/comments`: what was said of a deployment, newest first.
 * @throws NotFoundError when the caller does not see the deployment
 */
export async function listComments(
	{ prisma }: Pick<Service, "prisma">,
	principal: Principal,
	deploymentId: string,
	{ limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Page<Comment>> {
	await findDeploymentOrThrow(prisma, principal, deploymentId);
	const where = { deploymentId };
	const [found, total] = await Promise.all([
		prisma.deploymentComment.findMany({
			where,
			include: commentInclude,
			orderBy: { id: "desc" },
			take: limit,
			skip: offset,
		}),
		prisma.deploymentComment.count({ where }),
	]);
	return { rows: found.map(describeComment), total };
}
