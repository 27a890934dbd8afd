import type { Principal } from "@/lib/domain/access/principal";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";
import { noteFreeze } from "./create-freeze";
import { findAdministeredTarget } from "./find-administered-target";

/**
 * `DELETE /api/targets/<id>/freezes/<freeze_id>`: removes a freeze; one that has started ends now.
 * @throws NotFoundError when the target or freeze does not exist, ForbiddenError
 */
export async function deleteFreeze(
	service: Service,
	principal: Principal,
	targetId: string,
	freezeId: string,
): Promise<void> {
	return transact(service.prisma, async (tx) => {
		await tx.$queryRaw`SELECT 1 FROM targets WHERE id = ${targetId}::uuid FOR NO KEY UPDATE`;
		const target = await findAdministeredTarget(tx, principal, targetId);
		const freeze = await tx.targetFreeze.findFirst({ where: { id: freezeId, target_id: targetId } });
		if (freeze === null) throw new NotFoundError("freeze not found");
		await tx.targetFreeze.delete({ where: { id: freezeId } });
		await noteFreeze(service, tx, principal, { action: "remove_freeze", target, freeze });
	});
}
