import { moveDesign } from "@/lib/domain/designs/move-design";
import type { Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { BUILD_SERVICE, type BuildLease, lockLeased, MAX_BUILD_ATTEMPTS } from "./lease";

/** Waits between attempts double from here, in milliseconds. */
const BACKOFF_MS = 5_000;
/** A postponed build waits no longer than this. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * Rejects a build whose design cannot be built as it stands: the designer reads the reason and may
 * edit again.
 * @throws LeaseLostError
 */
export async function rejectBuild(service: Service, lease: BuildLease, reason: string): Promise<void> {
	await transact(service.prisma, async (tx) => {
		await lockLeased(tx, lease);
		await endUnbuilt(service, tx, lease, "rejected", reason);
	});
}

/**
 * Records a failed attempt. The build waits for the next one, until the attempts are used up and it
 * has failed.
 * @param reason for operators; what went wrong in this attempt
 * @throws LeaseLostError
 */
export async function failBuild(service: Service, lease: BuildLease, reason: string): Promise<void> {
	await transact(service.prisma, async (tx) => {
		await lockLeased(tx, lease);
		if (lease.attempt >= MAX_BUILD_ATTEMPTS) return endUnbuilt(service, tx, lease, "failed", reason);
		await requeue(tx, lease, {
			statusReason: reason,
			notBefore: after(service, BACKOFF_MS * 2 ** (lease.attempt - 1)),
			phase: "waiting for another attempt",
		});
	});
}

/**
 * Puts a build back that could not be made for want of what the service stands on, such as room on
 * a disk. The attempt does not count; the pauses grow to a minute, and there are any number of
 * them.
 * @param reason for everybody who waits for the build
 * @throws LeaseLostError
 */
export async function postponeBuild(service: Service, lease: BuildLease, reason: string): Promise<void> {
	// Every claim raises the token: it tells how often the build was claimed.
	const pause = Math.min(BACKOFF_MS * 2 ** (lease.fencingToken - 1), LONGEST_PAUSE_MS);
	await transact(service.prisma, async (tx) => {
		await lockLeased(tx, lease);
		await requeue(tx, lease, {
			statusReason: reason,
			attempts: { decrement: 1 },
			notBefore: after(service, pause),
			phase: "waiting to be tried again",
			percent: 0,
		});
	});
}

/**
 * Gives a build back when its worker stops in good order: the next worker claims it at once, and
 * the attempt does not count.
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
	{ id, designId }: Pick<BuildLease, "id" | "designId">,
	status: "rejected" | "failed",
	reason: string,
): Promise<void> {
	await tx.build.update({
		where: { id },
		data: { status, statusReason: reason, phase: null, ...NO_LEASE },
		select: { id: true },
	});
	const event = status === "failed" ? "fail_build" : "reject_build";
	const detail = { build_id: id };
	const moved = await moveDesign(service, tx, BUILD_SERVICE, { designId, event, detail, reason, statusReason: reason });
	if (!moved) throw new Error("A design whose build is leased is 'building'.");
}

type Waiting = Pick<Prisma.BuildUpdateInput, "phase" | "percent" | "statusReason" | "notBefore" | "attempts">;

/**
 * Puts a locked build back into the queue. Its design stays `building`: its people wait for one
 * outcome.
 */
async function requeue(tx: Transaction, { id }: BuildLease, waiting: Waiting): Promise<void> {
	await tx.build.update({
		where: { id },
		data: { ...waiting, status: "requested", ...NO_LEASE },
		select: { id: true },
	});
}

const NO_LEASE = { leaseHolder: null, leaseExpiresAt: null, revision: { increment: 1 } } as const;

const after = ({ now }: Service, pauseMs: number) => new Date(now().getTime() + pauseMs);
