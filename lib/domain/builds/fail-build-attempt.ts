import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { type ClaimedBuild, MAX_BUILD_ATTEMPTS } from "./claim-build";
import { failBuild } from "./fail-build";
import { holdBuild } from "./hold-build";
import { requeueBuild } from "./requeue-build";

/** Waits between attempts grow from here, in milliseconds. */
const BACKOFF_MS = 5_000;

/**
 * Records a failed attempt: another is made after a while, until the attempts are used up and the design is `failed`.
 * @param reason for operators; what went wrong in this attempt
 * @throws LeaseLostError
 */
export async function failBuildAttempt(service: Service, claim: ClaimedBuild, reason: string): Promise<void> {
	await transact(service.prisma, async (tx) => {
		await holdBuild(tx, claim);
		if (claim.attempt >= MAX_BUILD_ATTEMPTS) return failBuild(service, tx, claim.id, reason);
		const wait = BACKOFF_MS * 2 ** (claim.attempt - 1);
		await requeueBuild(tx, claim.id, {
			statusReason: reason,
			notBefore: new Date(service.now().getTime() + wait),
			phase: "waiting for another attempt",
		});
	});
}
