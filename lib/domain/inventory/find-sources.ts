import { usableSourcesOf } from "@/lib/domain/access/access";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";

/** A source's data as they are at one moment. */
export interface PreparedSource {
	readonly id: string;
	readonly slug: string;
	/** The version that was read. */
	readonly import_id: string;
	/** Files that share no visit. */
	readonly fileKeys: readonly string[];
	readonly newest_seen_at: Date | null;
	readonly processed_at: Date;
	readonly device_count: number;
}

/** The sources with data that the organization may use, in the order of the slugs. */
export async function findSources(
	service: Service,
	ownerOrgId: string,
	slugs: readonly string[],
): Promise<PreparedSource[]> {
	if (slugs.length === 0) return [];
	// One statement, so that the parts are those of the version.
	const found = await service.prisma.$queryRaw<(Omit<PreparedSource, "device_count"> & { device_count: bigint })[]>(
		Prisma.sql`
		SELECT inventory_sources.id, inventory_sources.slug, i.id AS import_id, i.newest_seen_at,
			i.processed_at, i.device_count,
			array_agg(p.file_key ORDER BY p.added_at, p.id) AS "fileKeys"
		FROM inventory_sources JOIN inventory_imports i ON i.id = inventory_sources.current_import_id
		JOIN inventory_import_parts ip ON ip.import_id = i.id JOIN inventory_parts p ON p.id = ip.part_id
		WHERE inventory_sources.slug = ANY (${[...slugs]}::text[]) AND ${usableSourcesOf(ownerOrgId)}
		GROUP BY inventory_sources.id, i.id`,
	);
	const bySlug = new Map(
		found.map((source) => [source.slug, { ...source, device_count: Number(source.device_count) }]),
	);
	// In the design's order: the first one is the contract's `source`.
	return slugs.flatMap((slug) => bySlug.get(slug) ?? []);
}
