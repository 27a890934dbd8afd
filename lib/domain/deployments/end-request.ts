import type { Principal } from "@/lib/domain/access/principal";
import type { Service } from "@/lib/platform/service";
import { attemptTransition, type Expectation, findForTransition } from "./begin-transition";
import { writeTransition } from "./finish-transition";

/** The two ways in which a request ends without being activated: refused by its administrator, or withdrawn. */
const OUTCOME = { reject: "rejected", cancel: "cancelled" } as const;

/**
 * Ends a deployment request; it is kept for the record with who, when and why (design.md section 4, item 14).
 * @param message for the other side to read; a blank one is none
 * @throws NotFoundError, ForbiddenError, VersionMismatchError, InvalidStateError
 */
export async function endRequest(
	service: Service,
	principal: Principal,
	deploymentId: string,
	action: keyof typeof OUTCOME,
	message: string | undefined,
	expectation: Expectation,
): Promise<void> {
	const reason = message?.trim() ? message : null;
	const change = { status: OUTCOME[action], statusReason: reason };
	await attemptTransition(service, deploymentId, async (db) => {
		const subject = await findForTransition(db, principal, deploymentId, action, expectation);
		await writeTransition(service, db, principal, { subject, change, entry: { action, reason } });
	});
}
