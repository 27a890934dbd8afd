import type { InventorySource, ListInventorySources } from "@/lib/contract/inventory";
import { usableSources } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { containsWords } from "@/lib/domain/lists/contains-words";
import { type Page, pageOf } from "@/lib/domain/lists/page";
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
	{ q, ...paging }: ListInventorySources,
): Promise<Page<InventorySource>> {
	const { prisma } = service;
	const where = [
		usableSources(principal),
		containsWords([Prisma.sql`inventory_sources.slug`, Prisma.sql`inventory_sources.name`], q),
	];
	const [sort, id] = [Prisma.sql`inventory_sources.slug`, Prisma.sql`inventory_sources.id`];
	const list = { from: Prisma.sql`inventory_sources`, where, sort, id, order: "asc" as const, ...paging };
	const { rows: records, total } = await pageOf(prisma, list, (ids) =>
		prisma.inventorySource.findMany({ where: { id: { in: [...ids] } }, include: sourceInclude }),
	);
	const importers = await importersOf(
		prisma,
		records.map(({ currentImport }) => currentImport),
	);
	return { rows: records.map((record) => describeSource(principal, record, importers)), total };
}
