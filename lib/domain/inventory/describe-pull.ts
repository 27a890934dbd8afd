import { type InventoryPull, inventoryImportMode } from "@/lib/contract/inventory";
import type { InventoryPull as PullRecord } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { shownAddress } from "./sealed-address";

/** From where and when a source's data are pulled; null where they are not. */
export async function loadPull(db: Transaction, sourceId: string, now: Date): Promise<InventoryPull | null> {
	const record = await db.inventoryPull.findUnique({ where: { sourceId } });
	return record === null ? null : describePull(record, now);
}

/** A pull without its secrets. */
export function describePull(record: PullRecord, now: Date): InventoryPull {
	return {
		...shownAddress(record),
		mode: inventoryImportMode.parse(record.mode),
		every_hours: record.everyHours,
		daily_at: record.dailyAt,
		time_zone: record.timeZone,
		header_name: record.headerName,
		access_key_id: record.accessKeyId,
		running: record.leaseUntil !== null && record.leaseUntil > now,
		next_at: record.nextAt.toISOString(),
		last_pulled_at: record.lastPulledAt?.toISOString() ?? null,
		last_changed_at: record.lastChangedAt?.toISOString() ?? null,
		failures: record.failures,
		problem: record.problem,
		problem_at: record.problemAt?.toISOString() ?? null,
	};
}
