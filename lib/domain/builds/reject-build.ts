import { recordEvent } from "@/lib/domain/audit/record-event";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import type { ClaimedBuild } from "./claim-build";
import { holdBuild } from "./hold-build";

/**
 * Rejects a build whose design cannot be built as it stands (design.md section 5): the designer reads the reason and may
 * edit and ask again.
 * @throws LeaseLostError
 */
export async function rejectBuild(service: Service, claim: ClaimedBuild, reason: string): Promise<void> {
	await transact(service.prisma, async (tx) => {
		await holdBuild(tx, claim);
		const now = service.now();
		await tx.build.update({
			where: { id: claim.id },
			data: {
				status: "rejected",
				statusReason: reason,
				phase: null,
				leaseHolder: null,
				leaseExpiresAt: null,
				revision: { increment: 1 },
			},
			select: { id: true },
		});
		await tx.design.update({
			where: { id: claim.designId },
			data: { status: "rejected", statusReason: reason, updatedAt: now, revision: { increment: 1 } },
			select: { id: true },
		});
		await recordEvent(
			service,
			tx,
			{ system: "build service" },
			{
				action: "reject_build",
				objectType: "design",
				objectId: claim.designId,
				designId: claim.designId,
				statusBefore: "building",
				statusAfter: "rejected",
				reason,
				detail: { build_id: claim.id },
			},
		);
	});
}
