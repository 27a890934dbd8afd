import type { Service } from "@/lib/platform/service";

/**
 * Ends the leases of builds whose process has died, at the start of the only process that can hold any: the embedded
 * database's. With PostgreSQL other processes are alive, and leases run out by themselves.
 */
export async function releaseLeasesOfTheDead(service: Service): Promise<void> {
	await service.prisma.build.updateMany({
		where: { status: "building" },
		data: { leaseExpiresAt: service.now() },
	});
}
