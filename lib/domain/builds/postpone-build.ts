import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import type { ClaimedBuild } from "./claim-build";
import { holdBuild } from "./hold-build";
import { requeueBuild } from "./requeue-build";

/** Pauses double from the first to the longest, in milliseconds. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Puts a build back that could not be made because of what the service stands on, such as a full disk: it is tried again and
 * again, in pauses that grow to a minute, and the attempt does not count. The design stays `building` for its people.
 * @param reason why, for whoever waits for it
 * @throws LeaseLostError
 */
export async function postponeBuild(service: Service, claim: ClaimedBuild, reason: string): Promise<void> {
	// Every claim raises the fence: it tells how often the build was taken up.
	const pause = Math.min(FIRST_PAUSE_MS * 2 ** (claim.fence - 1), LONGEST_PAUSE_MS);
	await transact(service.prisma, async (tx) => {
		await holdBuild(tx, claim);
		await requeueBuild(tx, claim.id, {
			statusReason: reason,
			attempts: { decrement: 1 },
			notBefore: new Date(service.now().getTime() + pause),
			phase: "waiting to be tried again",
			percent: 0,
		});
	});
}
