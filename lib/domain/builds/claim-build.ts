import { recordEvent } from "@/lib/domain/audit/record-event";
import { transact } from "@/lib/platform/db/transact";
import { log } from "@/lib/platform/log";
import type { Service } from "@/lib/platform/service";
import { failBuild } from "./fail-build";

/** Attempts after which a build counts as failed. */
export const MAX_BUILD_ATTEMPTS = 3;

/** A build held with a lease. Everything done for it names the fence: who lost the lease changes nothing any more. */
export interface ClaimedBuild {
	readonly id: string;
	readonly designId: string;
	readonly fence: number;
	readonly attempt: number;
}

/**
 * Takes the oldest build that waits or whose holder's lease has run out (design.md section 5); null when there is none.
 * @param holder names the worker whose lease it is
 */
export async function claimBuild(service: Service, holder: string): Promise<ClaimedBuild | null> {
	const { claim, abandoned } = await transact(service.prisma, async (tx) => {
		const now = service.now();
		// A lease has run out by the database's clock, too: this process's alone may be ahead, and would take builds from who works on them.
		const [next] = await tx.$queryRaw<{ id: string }[]>`
			SELECT id FROM builds
			WHERE (status = 'requested' AND (not_before IS NULL OR not_before <= ${now}::timestamptz))
				OR (status = 'building' AND lease_expires_at <= LEAST(${now}::timestamptz, clock_timestamp()))
			ORDER BY requested_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`;
		if (next === undefined) return { claim: null };
		const before = await tx.build.findUniqueOrThrow({ where: { id: next.id } });
		const { id: build, designId: design, leaseHolder: worker, attempts: attempt } = before;
		const abandoned = before.status === "building" ? { build, design, worker, attempt } : undefined;
		if (before.attempts >= MAX_BUILD_ATTEMPTS) {
			await failBuild(service, tx, before.id, "The build process stopped unexpectedly at every attempt.");
			return { claim: null, abandoned };
		}
		const claimed = await tx.build.update({
			where: { id: next.id },
			data: {
				status: "building",
				startedAt: before.startedAt ?? now,
				attempts: { increment: 1 },
				fence: { increment: 1 },
				leaseHolder: holder,
				...newLease(service),
				phase: "preparing",
				percent: 0,
				revision: { increment: 1 },
			},
		});
		const { count } = await tx.design.updateMany({
			where: { id: claimed.designId, status: "requested" },
			data: { status: "building", updatedAt: now, revision: { increment: 1 } },
		});
		if (count > 0) {
			await recordEvent(
				service,
				tx,
				{ system: "build service" },
				{
					action: "start_build",
					objectType: "design",
					objectId: claimed.designId,
					designId: claimed.designId,
					statusBefore: "requested",
					statusAfter: "building",
					detail: { build_id: claimed.id },
				},
			);
		}
		const claim = { id: claimed.id, designId: claimed.designId, fence: claimed.fence, attempt: claimed.attempts };
		return { claim, abandoned };
	});
	// Its worker has died without a word: here alone that shows.
	if (abandoned !== undefined && claim !== null) log.warn(abandoned, "a build whose worker stopped is built anew");
	else if (abandoned !== undefined) log.error(abandoned, "a build whose worker stopped at every attempt has failed");
	return claim;
}

/** From when to when a lease holds that is taken or renewed now. */
export function newLease(service: Service): { readonly leasedAt: Date; readonly leaseExpiresAt: Date } {
	const leasedAt = service.now();
	return { leasedAt, leaseExpiresAt: new Date(leasedAt.getTime() + service.settings.BUILD_LEASE_SECONDS * 1000) };
}
