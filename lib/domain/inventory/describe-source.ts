import {
	type InventoryImport,
	type InventoryImportDetail,
	type InventoryPart,
	type InventorySource,
	inventoryImport,
} from "@/lib/contract/inventory";
import { namedPerson, namePerson } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import type { PartRecord } from "./load-version";
import { LISTED_REFUSALS, type RefusedRow } from "./parquet-refusals";

export const sourceInclude = {
	organizations: {
		select: { organization: { select: { id: true, slug: true, name: true } } },
		orderBy: { organization: { name: "asc" } },
	},
	currentImport: true,
} satisfies Prisma.InventorySourceInclude;
export type SourceRecord = Prisma.InventorySourceGetPayload<{ include: typeof sourceInclude }>;
type ImportRecord = NonNullable<SourceRecord["currentImport"]>;

const importerSelect = { ...namedPerson, email: true } satisfies Prisma.UserSelect;
/** People who imported data, by id. */
export type Importers = ReadonlyMap<string, Prisma.UserGetPayload<{ select: typeof importerSelect }>>;

export async function importersOf(
	db: Transaction,
	imports: readonly ({ importedById: string | null } | null)[],
): Promise<Importers> {
	const ids = [...new Set(imports.flatMap((record) => record?.importedById ?? []))];
	if (ids.length === 0) return new Map();
	const users = await db.user.findMany({ where: { id: { in: ids } }, select: importerSelect });
	return new Map(users.map((user) => [user.id, user]));
}

/** An inventory source in the API's form; only operators see its other organizations. */
export function describeSource(principal: Principal, record: SourceRecord, importers: Importers): InventorySource {
	const operates = principal.role === "operator";
	const organizations = record.organizations.map(({ organization }) => organization);
	return {
		id: record.id,
		slug: record.slug,
		name: record.name,
		open: organizations.length === 0,
		organizations: organizations.filter(({ id }) => operates || id === principal.organizationId),
		keep_days: record.keepDays,
		current_import: record.currentImport && describeImport(record, record.currentImport, importers),
		created_at: record.createdAt.toISOString(),
		updated_at: record.updatedAt.toISOString(),
		revision: record.revision,
		permissions: { edit: operates, import: operates },
	};
}

/** A version of the source's data. */
export function describeImport(
	source: { readonly currentImportId: string | null },
	record: ImportRecord,
	importers: Importers,
): InventoryImport {
	const importer = importers.get(record.importedById ?? "");
	return {
		id: record.id,
		mode: inventoryImport.shape.mode.parse(record.mode),
		row_count: Number(record.rowCount),
		added_row_count: Number(record.addedCount),
		expired_row_count: Number(record.expiredCount),
		device_count: Number(record.deviceCount),
		segment_count: record.segmentCount,
		refused_row_count: Number(record.refusedCount),
		size: Number(record.size),
		device_id_kind: inventoryImport.shape.device_id_kind.parse(record.deviceIdKind),
		newest_seen_at: record.newestSeenAt?.toISOString() ?? null,
		processed_at: record.processedAt.toISOString(),
		imported_by: importer?.email ?? null,
		imported_by_person: importer === undefined ? null : namePerson(importer),
		current: record.id === source.currentImportId,
	};
}

/** A version with its first rejected rows. */
export function describeImportDetail(
	source: { readonly slug: string; readonly currentImportId: string | null },
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
	return {
		id: part.id,
		first_seen_at: part.firstSeenAt?.toISOString() ?? null,
		last_seen_at: part.lastSeenAt?.toISOString() ?? null,
		row_count: Number(part.rowCount),
		size: Number(part.size),
		added_at: part.addedAt.toISOString(),
	};
}
