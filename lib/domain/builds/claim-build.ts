import { moveDesign } from "@/lib/domain/designs/move-design";
import { Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import { log } from "@/lib/platform/log";
import type { Service } from "@/lib/platform/service";
import { BUILD_SERVICE, type BuildLease, leaseEnd, MAX_BUILD_ATTEMPTS } from "./lease";
import { endUnbuilt } from "./settle-build";

const isClaimable = ({ now }: Service) => Prisma.sql`
	((status = 'requested' AND (not_before IS NULL OR not_before <= ${now()}::timestamptz))
		OR (status = 'building' AND lease_expires_at <= ${now()}::timestamptz))`;

/**
 * Leases the oldest build that waits or whose worker's lease has run out (docs/contract.md, Build
 * status); null when there is none.
 * @param holder names the worker whose lease it is
 */
export async function claimBuild(service: Service, holder: string): Promise<BuildLease | null> {
	// Most calls find nothing; they take no transaction.
	if (
		(await service.prisma.$rows(Prisma.sql`SELECT FROM builds WHERE ${isClaimable(service)} LIMIT 1`, "auto"))
			.length === 0
	)
		return null;
	const { lease, abandoned } = await transact(service.prisma, async (tx) => {
		const now = service.now();
		const [next] = await tx.$queryRaw<{ id: string }[]>`
			SELECT id FROM builds
			WHERE ${isClaimable(service)} ORDER BY requested_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`;
		if (next === undefined) return { lease: null };
		const before = await tx.build.findUniqueOrThrow({ where: { id: next.id } });
		const { id: build, design_id: design, lease_holder: worker, attempts: attempt } = before;
		const abandoned = before.status === "building" ? { build, design, worker, attempt } : undefined;
		if (before.attempts >= MAX_BUILD_ATTEMPTS) {
			await endUnbuilt(service, tx, before, "failed", "The build process stopped unexpectedly at every attempt.");
			return { lease: null, abandoned };
		}
		const claimed = await tx.build.update({
			where: { id: next.id },
			data: {
				status: "building",
				started_at: before.started_at ?? now,
				attempts: { increment: 1 },
				fencing_token: { increment: 1 },
				lease_holder: holder,
				lease_expires_at: leaseEnd(service),
				phase: "preparing",
				percent: 0,
				revision: { increment: 1 },
			},
		});
		const { id, design_id: designId, fencing_token: fencingToken, attempts, trace_parent: traceParent } = claimed;
		// At a further attempt the design is `building` already.
		await moveDesign(service, tx, BUILD_SERVICE, {
			design_id: designId,
			event: "start_build",
			detail: { build_id: id },
		});
		return {
			lease: { id, design_id: designId, fencing_token: fencingToken, attempt: attempts, trace_parent: traceParent },
			abandoned,
		};
	});
	// Its worker has died without a word: here alone that shows.
	if (abandoned !== undefined && lease !== null) log.warn(abandoned, "a build whose worker stopped is built again");
	else if (abandoned !== undefined) log.error(abandoned, "a build whose worker stopped at every attempt has failed");
	return lease;
}
