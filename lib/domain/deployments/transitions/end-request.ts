import type { Principal } from "@/lib/domain/access/principal";
import { attemptTransition, type Expectation, findForTransition } from "@/lib/domain/deployments/begin-transition";
import { writeTransition } from "@/lib/domain/deployments/write-transition";
import type { Service } from "@/lib/platform/service";

/**
 * Rejects or cancels a deployment request, which stays with the person, the time and the message
 * (docs/contract.md, Deployment status).
 * @param message for the other side; a blank one counts as none
 * @returns the revision after the change
 * @throws NotFoundError, ForbiddenError, VersionMismatchError, InvalidStateError
 */
export async function endRequest(
	service: Service,
	principal: Principal,
	deploymentId: string,
	step: "reject" | "cancel",
	message: string | undefined,
	expectation: Expectation,
): Promise<number> {
	const reason = message?.trim() ? message : null;
	return attemptTransition(service, deploymentId, async (db) => {
		const subject = await findForTransition(db, principal, deploymentId, step, expectation);
		await writeTransition(service, db, principal, {
			subject,
			step,
			change: { status_reason: reason },
			entry: { reason },
		});
		return subject.revision + 1;
	});
}
