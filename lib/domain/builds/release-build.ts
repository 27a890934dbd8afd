import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import type { ClaimedBuild } from "./claim-build";
import { holdBuild } from "./hold-build";
import { requeueBuild } from "./requeue-build";

/**
 * Gives a build back unharmed, when its worker stops in good order: the next worker takes it up at once.
 * @throws LeaseLostError
 */
export async function releaseBuild(service: Service, claim: ClaimedBuild): Promise<void> {
	await transact(service.prisma, async (tx) => {
		await holdBuild(tx, claim);
		await requeueBuild(tx, claim.id, { attempts: { decrement: 1 }, phase: null });
	});
}
