import type { Principal } from "@/lib/access/principal";
import { transact } from "@/lib/db/transact";
import type { Service } from "@/lib/service";
import { beginTransition, type Expectation } from "./begin-transition";
import { writeTransition } from "./finish-transition";

/**
 * Cancel a Deployment Request (specification, Deployment status): withdrawn by its requester before anyone decided.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError, InvalidStateError
 */
export async function cancelDeployment(
	service: Service,
	principal: Principal,
	deploymentId: string,
	{ message }: { message?: string | undefined },
	expectation: Expectation = {},
): Promise<void> {
	const reason = message?.trim() ? message : null;
	await transact(service.prisma, async (tx) => {
		const record = await beginTransition(tx, principal, deploymentId, "cancel", expectation);
		await writeTransition(
			service,
			tx,
			principal,
			record,
			{ status: "cancelled", data: { statusReason: reason } },
			{ action: "cancel", reason },
		);
	});
}
