import type { Principal } from "@/lib/domain/access/principal";
import type { Service } from "@/lib/platform/service";
import { attemptTransition, type Expectation, findForTransition } from "./begin-transition";
import { writeTransition } from "./write-transition";

/**
 * Ends a deployment request without activation: its administrator rejects it, or its requester
 * cancels it. It is kept for the record with who, when and why (design.md section 4, item 14).
 * @param message for the other side to read; a blank one is none
 * @throws NotFoundError, ForbiddenError, VersionMismatchError, InvalidStateError
 */
export async function endRequest(
	service: Service,
	principal: Principal,
	deploymentId: string,
	step: "reject" | "cancel",
	message: string | undefined,
	expectation: Expectation,
): Promise<void> {
	const reason = message?.trim() ? message : null;
	await attemptTransition(service, deploymentId, async (db) => {
		const subject = await findForTransition(db, principal, deploymentId, step, expectation);
		await writeTransition(service, db, principal, {
			subject,
			step,
			change: { statusReason: reason },
			entry: { reason },
		});
	});
}
