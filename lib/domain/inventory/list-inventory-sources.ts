import type { InventorySource, ListInventorySources } from "@/lib/contract/inventory";
import { usableSources } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { containsWords } from "@/lib/domain/lists/contains-words";
import { type Page, pageOfIds } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { describeSource, importersOf, sourceInclude } from "./describe-source";

/**
 * `GET /api/inventory-sources`: sources of the caller, by slug (docs/contract.md, Inventory
 * sources).
 */
export async function listInventorySources(
	service: Service,
	principal: Principal,
	{ limit, offset, q }: ListInventorySources,
): Promise<Page<InventorySource>> {
	const { prisma } = service;
	const where = [
		usableSources(principal),
		containsWords([Prisma.sql`inventory_sources.slug`, Prisma.sql`inventory_sources.name`], q),
	];
	const { ids, total } = await pageOfIds(prisma, {
		parts: [{ from: Prisma.sql`inventory_sources`, where, sort: Prisma.sql`inventory_sources.slug` }],
		id: Prisma.sql`inventory_sources.id`,
		order: "asc",
		limit,
		offset,
	});
	const records = await prisma.inventorySource.findMany({
		where: { id: { in: ids } },
		orderBy: { slug: "asc" },
		include: sourceInclude,
	});
	const importers = await importersOf(
		prisma,
		records.map(({ currentImport }) => currentImport),
	);
	return { rows: records.map((record) => describeSource(principal, record, importers)), total };
}
