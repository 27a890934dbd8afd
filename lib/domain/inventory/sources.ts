import {
	type InventoryImport,
	type InventoryImportDetail,
	type InventoryPart,
	type InventorySource,
	inventoryImport,
	inventoryPart,
	inventorySource,
	type ListInventorySources,
} from "@/lib/contract/inventory";
import { usableSources } from "@/lib/domain/access/access";
import { namedPerson, namePerson } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import { containsWords } from "@/lib/domain/lists/contains-words";
import { defineResource } from "@/lib/domain/lists/define-resource";
import type { Page } from "@/lib/domain/lists/page";
import { rowOf } from "@/lib/domain/lists/row-of";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";
import type { PartRecord } from "./load-version";
import { LISTED_REFUSALS, type RefusedRow } from "./parquet-refusals";

export const sourceInclude = {
	organizations: {
		select: { organization: { select: { id: true, slug: true, name: true } } },
		orderBy: { organization: { name: "asc" } },
	},
	currentImport: true,
} satisfies Prisma.InventorySourceInclude;
type SourceRecord = Prisma.InventorySourceGetPayload<{ include: typeof sourceInclude }>;
type ImportRecord = NonNullable<SourceRecord["currentImport"]>;

const importerSelect = { ...namedPerson, email: true } satisfies Prisma.UserSelect;
/** The people that imported data, by id. */
export type Importers = ReadonlyMap<string, Prisma.UserGetPayload<{ select: typeof importerSelect }>>;

export async function importersOf(
	db: Transaction,
	imports: readonly ({ imported_by_id: string | null } | null)[],
): Promise<Importers> {
	const ids = [...new Set(imports.flatMap((record) => record?.imported_by_id ?? []))];
	if (ids.length === 0) return new Map();
	const users = await db.user.findMany({ where: { id: { in: ids } }, select: importerSelect });
	return new Map(users.map((user) => [user.id, user]));
}

const [slug, name] = [Prisma.sql`inventory_sources.slug`, Prisma.sql`inventory_sources.name`];

/** Inventory sources that the caller may use, by slug. */
export const sources = defineResource({
	name: "inventory source",
	...{ from: Prisma.sql`inventory_sources`, id: Prisma.sql`inventory_sources.id`, sort: slug, order: "asc" },
	named: (given) => Prisma.sql`${slug} = ${given}`,
	visible: (principal: Principal) => usableSources(principal),
	requireRight: requireSourceKeeper,
	load: (db, ids) => db.inventorySource.findMany({ where: { id: { in: ids } }, include: sourceInclude }),
});

/** @throws ForbiddenError unless the caller is an operator */
export function requireSourceKeeper(principal: Principal): void {
	if (principal.role !== "operator") throw new ForbiddenError("only operators may manage inventory sources");
}

/**
 * `GET /api/inventory-sources`: sources of the caller, by slug (docs/contract.md, Inventory
 * sources).
 */
export async function listInventorySources(
	{ prisma }: Service,
	principal: Principal,
	{ q, ...paging }: ListInventorySources,
): Promise<Page<InventorySource>> {
	const { rows, total } = await sources.page(prisma, principal, paging, [containsWords([slug, name], q)]);
	const imports = rows.map(({ currentImport }) => currentImport);
	const importers = await importersOf(prisma, imports);
	return { rows: rows.map((record) => describeSource(principal, record, importers)), total };
}

/** An inventory source in the API's form; only operators see its other organizations. */
export function describeSource(principal: Principal, record: SourceRecord, importers: Importers): InventorySource {
	const operates = principal.role === "operator";
	const organizations = record.organizations.map(({ organization }) => organization);
	return rowOf(inventorySource, record, {
		open: organizations.length === 0,
		organizations: organizations.filter(({ id }) => operates || id === principal.organizationId),
		current_import: record.currentImport && describeImport(record, record.currentImport, importers),
		permissions: { edit: operates, import: operates },
	});
}

/** A version of the source's data. */
export function describeImport(
	source: { readonly current_import_id: string | null },
	record: ImportRecord,
	importers: Importers,
): InventoryImport {
	const importer = importers.get(record.imported_by_id ?? "");
	return rowOf(inventoryImport, record, {
		mode: inventoryImport.shape.mode.parse(record.mode),
		added_row_count: Number(record.added_count),
		expired_row_count: Number(record.expired_count),
		refused_row_count: Number(record.refused_count),
		device_id_kind: inventoryImport.shape.device_id_kind.parse(record.device_id_kind),
		imported_by: importer?.email ?? null,
		imported_by_person: importer === undefined ? null : namePerson(importer),
		current: record.id === source.current_import_id,
	});
}

/** A version with its first rejected rows. */
export function describeImportDetail(
	source: { readonly slug: string; readonly current_import_id: string | null },
	record: ImportRecord,
	importers: Importers,
): InventoryImportDetail {
	// Written by the import only.
	const refused = record.refused as unknown as readonly RefusedRow[];
	return {
		...describeImport(source, record, importers),
		source: source.slug,
		refused: refused.slice(0, LISTED_REFUSALS).map(({ line, reason }) => ({ line, reason })),
	};
}

/** A part of a version. */
export function describePart(part: PartRecord): InventoryPart {
	return rowOf(inventoryPart, part, {});
}
