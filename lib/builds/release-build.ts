import type { Service } from "@/lib/service";
import type { ClaimedBuild } from "./claim-build";
import { holdBuild } from "./hold-build";

/**
 * Gives a build back unharmed, when its worker stops in good order: the next worker takes it up at once.
 * @throws LeaseLostError
 */
export async function releaseBuild(service: Service, claim: ClaimedBuild): Promise<void> {
	await service.prisma.$transaction(async (tx) => {
		await holdBuild(tx, claim);
		await tx.build.update({
			where: { id: claim.id },
			data: {
				status: "requested",
				attempts: { decrement: 1 },
				phase: null,
				leaseHolder: null,
				leaseExpiresAt: null,
				revision: { increment: 1 },
			},
			select: { id: true },
		});
	});
}
