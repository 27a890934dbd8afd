import { type InventoryPull, inventoryImportMode, inventoryPull } from "@/lib/contract/inventory";
import { rowOf } from "@/lib/domain/lists/row-of";
import type { InventoryPull as PullRecord } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { shownAddress } from "./sealed-address";

/** From where and when a source's data are pulled; null where they are not. */
export async function loadPull(db: Transaction, sourceId: string, now: Date): Promise<InventoryPull | null> {
	const record = await db.inventoryPull.findUnique({ where: { source_id: sourceId } });
	return record === null ? null : describePull(record, now);
}

/** A pull without its secrets. */
export function describePull(record: PullRecord, now: Date): InventoryPull {
	return rowOf(inventoryPull, record, {
		...shownAddress(record),
		mode: inventoryImportMode.parse(record.mode),
		running: record.lease_until !== null && record.lease_until > now,
	});
}
