import { LONGEST_PAUSE_MS } from "@/lib/builds/postpone-build";
import { CLOCKS_APART_MS } from "@/lib/clocks";
import type { Service } from "@/lib/service";

/**
 * Brings back what was noted by a clock that was set back since (by a time server, or with a machine that was suspended), and would last
 * as long as the jump: leases of builds, which who lives renews in time, pauses between attempts, and when agents were seen last. Gives how much.
 */
export async function bringBackTimes(service: Pick<Service, "prisma" | "now">): Promise<number> {
	const now = service.now();
	const ahead = (milliseconds: number) => new Date(now.getTime() + CLOCKS_APART_MS + milliseconds);
	const leases = await service.prisma.$executeRaw`
		UPDATE builds SET lease_expires_at = ${now}::timestamptz + (lease_expires_at - leased_at), leased_at = ${now}::timestamptz
		WHERE status = 'building' AND leased_at > ${ahead(0)}::timestamptz`;
	const pauses = await service.prisma.build.updateMany({
		where: { status: "requested", notBefore: { gt: ahead(LONGEST_PAUSE_MS) } },
		data: { notBefore: now },
	});
	const agents = await service.prisma.agent.updateMany({
		where: { lastSeenAt: { gt: ahead(0) } },
		data: { lastSeenAt: now },
	});
	return leases + pauses.count + agents.count;
}
