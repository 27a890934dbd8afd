import type { Principal, SystemActor } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";
import { removeSecondFactors } from "./remove-second-factor";

/**
 * Removes all second factors and recovery codes of a user who lost them, and ends their sessions;
 * the password stays.
 * @throws NotFoundError for an unknown user
 */
export async function resetSecondFactor(
	service: Pick<Service, "prisma" | "now">,
	actor: Principal | SystemActor,
	userId: string,
): Promise<void> {
	await transact(service.prisma, async (tx) => {
		await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
		const user = await tx.user.findUnique({ where: { id: userId }, select: { organization_id: true } });
		if (user === null) throw new NotFoundError("user not found");
		await removeSecondFactors(tx, userId);
		await tx.session.deleteMany({ where: { user_id: userId } });
		await tx.user.update({
			where: { id: userId },
			data: { session_epoch: { increment: 1 }, updated_at: service.now(), revision: { increment: 1 } },
			select: { id: true },
		});
		await recordEvent(service, tx, actor, {
			action: "reset_second_factor",
			object_type: "user",
			object_id: userId,
			organization_id: user.organization_id,
		});
	});
}
