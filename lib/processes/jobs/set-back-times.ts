import { CLOCKS_APART_MS } from "@/lib/platform/clocks";
import type { Service } from "@/lib/platform/service";

/**
 * Brings back what was noted by a clock that was set back since (by a time server, or with a machine that was suspended), and would last
 * as long as the jump: leases of builds, which who lives renews in time, pauses between attempts, and when agents were seen last. Gives how much.
 */
export async function bringBackTimes(service: Pick<Service, "prisma" | "now">): Promise<number> {
	const now = service.now();
	const ahead = new Date(now.getTime() + CLOCKS_APART_MS);
	const leases = await service.prisma.$executeRaw`
		UPDATE builds SET lease_expires_at = ${now}::timestamptz + (lease_expires_at - leased_at), leased_at = ${now}::timestamptz
		WHERE status = 'building' AND leased_at > ${ahead}::timestamptz`;
	// A pause follows a lease: how far ahead it lies alone would not tell, as a build may wait for a time that was chosen.
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
