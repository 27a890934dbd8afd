import type { Principal } from "@/lib/access/principal";
import { transact } from "@/lib/db/transact";
import type { Service } from "@/lib/service";
import { beginTransition, type Expectation } from "./begin-transition";
import { writeTransition } from "./finish-transition";

/**
 * Reject a Requested Deployment (specification, Deployment status); the message is for the requester
 * (design.md section 4, item 22).
 * @throws NotFoundError, ForbiddenError, VersionMismatchError, InvalidStateError
 */
export async function rejectDeployment(
	service: Service,
	principal: Principal,
	deploymentId: string,
	{ message }: { message?: string | undefined },
	expectation: Expectation = {},
): Promise<void> {
	const reason = message?.trim() ? message : null;
	await transact(service.prisma, async (tx) => {
		const record = await beginTransition(tx, principal, deploymentId, "reject", expectation);
		await writeTransition(
			service,
			tx,
			principal,
			record,
			{ status: "rejected", data: { statusReason: reason } },
			{ action: "reject", reason },
		);
	});
}
