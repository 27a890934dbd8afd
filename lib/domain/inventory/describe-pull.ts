import { type InventoryPull, inventoryImportMode, inventoryPull } from "@/lib/contract/inventory";
import { rowOf } from "@/lib/domain/lists/row-of";
import { shownAddress } from "@/lib/domain/pulls/sealed-address";
import type { Pull } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";

/** From where and when a source's data are pulled; null where they are not. */
export async function loadPull(db: Transaction, sourceId: string, now: Date): Promise<InventoryPull | null> {
	const record = await db.pull.findUnique({ where: { source_id: sourceId } });
	return record === null ? null : describePull(record, now);
}

/** A pull without its secrets. */
export const describePull = (record: Pull, now: Date): InventoryPull =>
	rowOf(inventoryPull, record, {
		...shownAddress(record),
		mode: inventoryImportMode.parse(record.mode),
		running: record.lease_until !== null && record.lease_until > now,
	});
