import { moveDesign } from "@/lib/domain/designs/move-design";
import type { Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { BUILD_SERVICE, type BuildLease, lockLeased, MAX_BUILD_ATTEMPTS } from "./lease";

/** Milliseconds of the first pause between attempts; each further one is twice as long. */
const BACKOFF_MS = 5_000;
/** Milliseconds of the longest pause of a postponed build. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * Rejects a build whose design is invalid. The designer reads the reason and may edit again.
 * @throws LeaseLostError
 */
export async function rejectBuild(service: Service, lease: BuildLease, reason: string): Promise<void> {
	await transact(service.prisma, async (tx) => {
		await lockLeased(tx, lease);
		await endUnbuilt(service, tx, lease, "rejected", reason);
	});
}

/**
 * Records a failed attempt. The build is queued again, or fails after the last attempt.
 * @param reason of this attempt, for operators
 * @throws LeaseLostError
 */
export async function failBuild(service: Service, lease: BuildLease, reason: string): Promise<void> {
	await transact(service.prisma, async (tx) => {
		await lockLeased(tx, lease);
		if (lease.attempt >= MAX_BUILD_ATTEMPTS) return endUnbuilt(service, tx, lease, "failed", reason);
		await requeue(tx, lease, {
			status_reason: reason,
			not_before: after(service, BACKOFF_MS * 2 ** (lease.attempt - 1)),
			phase: "waiting for another attempt",
		});
	});
}

/**
 * Queues a build again when the service lacks a resource such as disk space. The attempt does not
 * count; the pauses grow to a minute.
 * @param reason for readers of the build
 * @throws LeaseLostError
 */
export async function postponeBuild(service: Service, lease: BuildLease, reason: string): Promise<void> {
	// Every claim raises the token, so it is the number of claims.
	const pause = Math.min(BACKOFF_MS * 2 ** (lease.fencing_token - 1), LONGEST_PAUSE_MS);
	await transact(service.prisma, async (tx) => {
		await lockLeased(tx, lease);
		await requeue(tx, lease, {
			status_reason: reason,
			attempts: { decrement: 1 },
			not_before: after(service, pause),
			phase: "waiting to be tried again",
			percent: 0,
		});
	});
}

/**
 * Returns a build when its worker stops regularly. The next worker claims it at once, and the
 * attempt does not count.
 * @throws LeaseLostError
 */
export async function releaseBuild(service: Service, lease: BuildLease): Promise<void> {
	await transact(service.prisma, async (tx) => {
		await lockLeased(tx, lease);
		await requeue(tx, lease, { attempts: { decrement: 1 }, phase: null });
	});
}

/** Ends a locked build without a file, and moves its design. */
export async function endUnbuilt(
	service: Service,
	tx: Transaction,
	{ id, design_id: designId }: Pick<BuildLease, "id" | "design_id">,
	status: "rejected" | "failed",
	reason: string,
): Promise<void> {
	await tx.build.update({
		where: { id },
		data: { status, status_reason: reason, phase: null, ...NO_LEASE },
		select: { id: true },
	});
	const event = status === "failed" ? "fail_build" : "reject_build";
	const detail = { build_id: id };
	const moved = await moveDesign(service, tx, BUILD_SERVICE, {
		design_id: designId,
		event,
		detail,
		reason,
		status_reason: reason,
	});
	if (!moved) throw new Error("the design of a leased build must be 'building'");
}

type Waiting = Pick<Prisma.BuildUpdateInput, "phase" | "percent" | "status_reason" | "not_before" | "attempts">;

/** Queues a locked build again. Its design stays `building`. */
async function requeue(tx: Transaction, { id }: BuildLease, waiting: Waiting): Promise<void> {
	await tx.build.update({
		where: { id },
		data: { ...waiting, status: "requested", ...NO_LEASE },
		select: { id: true },
	});
}

const NO_LEASE = { lease_holder: null, lease_expires_at: null, revision: { increment: 1 } } as const;

const after = ({ now }: Service, pauseMs: number) => new Date(now().getTime() + pauseMs);
