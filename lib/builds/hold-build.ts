import type { Service, Transaction } from "@/lib/service";
import { type ClaimedBuild, leaseEnd } from "./claim-build";

/** The lease was lost: another worker has the build, or it was settled. Whatever was made for it is thrown away. */
export class LeaseLostError extends Error {
	override name = "LeaseLostError";
}

/**
 * Locks a claimed build for its settlement.
 * @throws LeaseLostError when somebody else holds it now.
 */
export async function holdBuild(tx: Transaction, claim: ClaimedBuild): Promise<void> {
	const held = await tx.$queryRaw<{ id: string }[]>`
		SELECT id FROM builds WHERE id = ${claim.id}::uuid AND status = 'building' AND fence = ${claim.fence} FOR UPDATE`;
	if (held.length === 0) throw new LeaseLostError(`The lease of build ${claim.id} was lost.`);
}

/**
 * Renews the lease and reports how far the build is.
 * @throws LeaseLostError
 */
export async function reportBuildProgress(
	service: Service,
	claim: ClaimedBuild,
	progress: { phase: string; percent: number },
): Promise<void> {
	const { count } = await service.prisma.build.updateMany({
		where: { id: claim.id, status: "building", fence: claim.fence },
		data: { ...progress, leaseExpiresAt: leaseEnd(service), revision: { increment: 1 } },
	});
	if (count === 0) throw new LeaseLostError(`The lease of build ${claim.id} was lost.`);
}
