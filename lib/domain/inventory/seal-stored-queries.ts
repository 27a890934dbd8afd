import type { Secrets } from "@/lib/platform/secrets";
import type { Service } from "@/lib/platform/service";
import { sealAddress } from "./sealed-address";

/**
 * Seals the queries of addresses that were stored before queries were sealed: they may be
 * signatures. Returns the number of addresses; the next time there is none.
 */
export async function sealStoredQueries(service: Secrets & Pick<Service, "prisma">): Promise<number> {
	const { inventoryPull } = service.prisma;
	const open = await inventoryPull.findMany({
		where: { sealedQuery: null, url: { contains: "?" }, NOT: { url: { startsWith: "s3:", mode: "insensitive" } } },
		select: { sourceId: true, url: true },
	});
	for (const { sourceId, url } of open) {
		// Unless it was set again meanwhile.
		const where = { sourceId, url, sealedQuery: null };
		await inventoryPull.updateMany({ where, data: sealAddress(service, url, null) });
	}
	return open.length;
}
