import { CLOCKS_APART_MS } from "@/lib/platform/clocks";
import type { Service } from "@/lib/platform/service";

/**
 * Corrects times in the future after the clock was set back (by a time server, or a suspended
 * machine), which would otherwise last as long as the jump: leases of builds, delays of retries,
 * and last reports of agents. Returns the number of corrections.
 */
export async function bringBackTimes(service: Pick<Service, "prisma" | "now">): Promise<number> {
	const now = service.now();
	const ahead = new Date(now.getTime() + CLOCKS_APART_MS);
	const leases = await service.prisma.$executeRaw`
		UPDATE builds SET lease_expires_at = ${now}::timestamptz + (lease_expires_at - leased_at), leased_at = ${now}::timestamptz
		WHERE status = 'building' AND leased_at > ${ahead}::timestamptz`;
	// Delays after a lease only: how far ahead it is does not tell, as a build may be scheduled.
	const pauses = await service.prisma.build.updateMany({
		where: { status: "requested", notBefore: { gt: now }, leasedAt: { gt: ahead } },
		data: { notBefore: now },
	});
	const agents = await service.prisma.agent.updateMany({
		where: { lastSeenAt: { gt: ahead } },
		data: { lastSeenAt: now },
	});
	return leases + pauses.count + agents.count;
}
