import type { InventorySourceDetail } from "@/lib/contract/inventory";
import { directlyVisibleDesigns } from "@/lib/domain/access/access";
import { loadPeople } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import { pageOfRows } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { loadPull } from "./describe-pull";
import { loadVersion } from "./load-version";
import { describeImportDetail, describePart, describeSource, importersOf, sources } from "./sources";
import { sweepReplacedImportsNowAndThen } from "./sweep-replaced-imports";

const LISTED = 50;

type UsingDesign = Omit<InventorySourceDetail["designs"][number], "owner_person"> & { owner_id: string };

/**
 * `GET /api/inventory-sources/<slug>`: the source with its versions, and the designs that use it,
 * if the caller sees their contents (docs/contract.md, Inventory sources).
 * @throws NotFoundError when the caller may not use it
 */
export async function getInventorySource(
	service: Service,
	principal: Principal,
	slug: string,
): Promise<InventorySourceDetail> {
	const { prisma } = service;
	await sweepReplacedImportsNowAndThen(service);
	const source = await sources.find(prisma, principal, slug);
	const imports = await prisma.inventoryImport.findMany({
		where: { source_id: source.id },
		orderBy: [{ processed_at: "desc" }, { id: "asc" }],
		take: LISTED,
	});
	const importCount = await prisma.inventoryImport.count({ where: { source_id: source.id } });
	const current = await loadVersion(prisma, source.id);
	const designs = await pageOfRows<UsingDesign>(
		prisma,
		{
			parts: [
				{
					from: Prisma.sql`designs`,
					where: [directlyVisibleDesigns(principal), designsUsing(slug)],
					sort: Prisma.sql`designs.updated_at`,
				},
			],
			id: Prisma.sql`designs.id`,
			order: "desc",
			limit: LISTED,
			offset: 0,
		},
		{
			from: Prisma.sql`designs JOIN users u ON u.id = designs.owner_id`,
			columns: Prisma.sql`designs.id, designs.name, designs.status::text AS status, u.email AS owner_name, designs.owner_id`,
		},
	);
	const owners = await loadPeople(
		prisma,
		designs.rows.map(({ owner_id }) => owner_id),
	);
	const importers = await importersOf(prisma, [source.currentImport, ...imports]);
	return {
		...describeSource(principal, source, importers),
		imports: imports.map((record) => describeImportDetail(source, record, importers)),
		import_count: importCount,
		pull: principal.role === "operator" ? await loadPull(prisma, source.id, service.now()) : null,
		parts: (current?.parts ?? []).map(describePart).reverse(),
		designs: designs.rows.map(({ id, name, status, owner_name, owner_id }) => ({
			...{ id, name, status, owner_name },
			owner_person: owners.get(owner_id) ?? null,
		})),
		design_count: designs.total,
	};
}

/** Condition for designs over the source; matches the index design_sets_sources. */
export function designsUsing(slug: string): Prisma.Sql {
	return Prisma.sql`designs.id IN (SELECT u.design_id FROM design_sets u
		WHERE u.audience IS NOT NULL AND (u.audience -> 'sources') @> ${JSON.stringify([slug])}::jsonb)`;
}
