import { usableSourcesOf } from "@/lib/domain/access/access";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";

export interface PreparedSource {
	readonly slug: string;
	readonly fileKey: string;
	readonly newestSeenAt: Date | null;
	readonly processedAt: Date;
	readonly deviceCount: number;
}

/** The sources with data that the organization may use, in the order of the slugs. */
export async function findSources(
	service: Service,
	ownerOrgId: string,
	slugs: readonly string[],
): Promise<PreparedSource[]> {
	if (slugs.length === 0) return [];
	const usable = await service.prisma.$queryRaw<{ id: string }[]>(Prisma.sql`
		SELECT inventory_sources.id FROM inventory_sources
		WHERE inventory_sources.slug = ANY (${[...slugs]}::text[]) AND ${usableSourcesOf(ownerOrgId)}`);
	const records = await service.prisma.inventorySource.findMany({
		where: { id: { in: usable.map(({ id }) => id) } },
		include: { currentImport: true },
	});
	const bySlug = new Map(records.map((record) => [record.slug, record]));
	// In the design's order: the first one is the contract's `source`.
	return slugs.flatMap((slug) => {
		const current = bySlug.get(slug)?.currentImport;
		if (!current) return [];
		const { fileKey, newestSeenAt, processedAt, deviceCount } = current;
		return [{ slug, fileKey, newestSeenAt, processedAt, deviceCount: Number(deviceCount) }];
	});
}
