import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { Principal } from "@/lib/domain/access/principal";
import { beginTransition, type Expectation } from "@/lib/domain/deployments/begin-transition";
import { getDeploymentDetail } from "@/lib/domain/deployments/reads/get-deployment-detail";
import { writeTransition } from "@/lib/domain/deployments/write-transition";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";

/**
 * `DELETE /api/deployments/<id>/question`: withdraws the open question, so that the request waits
 * for a decision again.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 * @throws InvalidStateError when no question is open
 */
export async function withdrawQuestion(
	service: Service,
	principal: Principal,
	deploymentId: string,
	expectation: Expectation = {},
): Promise<DeploymentDetail> {
	return transact(service.prisma, async (tx) => {
		const record = await beginTransition(tx, principal, deploymentId, "withdraw_question", expectation);
		if (record.open_question_id === null) {
			throw new InvalidStateError("no question is open: there was none, or it was answered or withdrawn");
		}
		const at = service.now();
		const { id } = await tx.deploymentComment.create({
			data: { deployment_id: deploymentId, author_id: principal.userId, kind: "withdrawal", at },
			select: { id: true },
		});
		await writeTransition(service, tx, principal, {
			subject: record,
			step: "withdraw_question",
			change: { open_question_id: null, at },
			entry: { detail: { comment_id: String(id) } },
		});
		return getDeploymentDetail({ ...service, prisma: tx }, principal, deploymentId);
	});
}
