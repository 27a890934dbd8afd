import type { Service } from "@/lib/platform/service";
import { type ClaimedBuild, newLease } from "./claim-build";
import { LeaseLostError } from "./hold-build";

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
		data: { ...progress, ...newLease(service), revision: { increment: 1 } },
	});
	if (count === 0) throw new LeaseLostError(`The lease of build ${claim.id} was lost.`);
}
