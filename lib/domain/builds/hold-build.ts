import type { Transaction } from "@/lib/platform/service";
import type { ClaimedBuild } from "./claim-build";

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
