import { recordEvent } from "@/lib/audit/record-event";
import type { Service } from "@/lib/service";
import { type ClaimedBuild, failForGood, MAX_BUILD_ATTEMPTS } from "./claim-build";
import { holdBuild } from "./hold-build";

/** Waits between attempts grow from here, in milliseconds. */
const BACKOFF_MS = 5_000;

/**
 * Rejects a build whose design cannot be built as it stands (design.md section 5): the designer reads the reason and may
 * edit and ask again.
 * @throws LeaseLostError
 */
export async function rejectBuild(service: Service, claim: ClaimedBuild, reason: string): Promise<void> {
	await service.prisma.$transaction(async (tx) => {
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

/**
 * Records a failed attempt: another is made after a while, until the attempts are used up and the design is `failed`.
 * @param reason for operators; what went wrong in this attempt
 * @throws LeaseLostError
 */
export async function failBuildAttempt(service: Service, claim: ClaimedBuild, reason: string): Promise<void> {
	await service.prisma.$transaction(async (tx) => {
		await holdBuild(tx, claim);
		if (claim.attempt >= MAX_BUILD_ATTEMPTS) return failForGood(service, tx, claim.id, reason);
		const wait = BACKOFF_MS * 2 ** (claim.attempt - 1);
		await tx.build.update({
			where: { id: claim.id },
			data: {
				// Back in the queue; the design stays `building` for its people.
				status: "requested",
				statusReason: reason,
				notBefore: new Date(service.now().getTime() + wait),
				phase: "waiting for another attempt",
				leaseHolder: null,
				leaseExpiresAt: null,
				revision: { increment: 1 },
			},
			select: { id: true },
		});
	});
}

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
