import type { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";

export const versionInclude = {
	parts: { include: { part: true }, orderBy: [{ part: { added_at: "asc" } }, { part_id: "asc" }] },
} satisfies Prisma.InventoryImportInclude;

type VersionRecord = Prisma.InventoryImportGetPayload<{ include: typeof versionInclude }>;

export type PartRecord = VersionRecord["parts"][number]["part"];

/** A version of a source's data with its parts, in the order in which they were added. */
export type Version = Omit<VersionRecord, "parts"> & { readonly parts: readonly PartRecord[] };

/** The current version of a source; null before the first import. */
export async function loadVersion(db: Transaction, sourceId: string): Promise<Version | null> {
	const record = await db.inventoryImport.findFirst({
		where: { currentOf: { id: sourceId } },
		include: versionInclude,
	});
	return record === null ? null : versionOf(record);
}

export const versionOf = (record: VersionRecord): Version => ({
	...record,
	parts: record.parts.map(({ part }) => part),
});
