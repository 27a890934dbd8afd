import { randomUUID } from "node:crypto";
import type { Principal, SystemActor } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import type { DeviceIdKind } from "@/lib/formats/meta";
import type { Service, Transaction } from "@/lib/platform/service";
import { type PartRecord, type Version, versionInclude, versionOf } from "./load-version";
import type { RefusedRow } from "./parquet-refusals";
import type { VisitSummary } from "./summarize-visits";

/** A file of the store that becomes a part. */
export interface NewPart {
	readonly file_key: string;
	readonly size: number;
	readonly summary: VisitSummary;
}

/** The next current data of a source. */
export interface NewVersion {
	readonly mode: "replace" | "append" | "expire" | "erase";
	readonly kept: readonly PartRecord[];
	readonly added: readonly NewPart[];
	/** Of all parts together. */
	readonly summary: VisitSummary;
	readonly addedRows: number;
	readonly expiredRows: number;
	readonly refusedRows: number;
	readonly refused: readonly RefusedRow[];
	readonly deviceIdKind: DeviceIdKind;
}

/** The key of a new part's file. */
export const newPartKey = (sourceId: string) => `inventory/${sourceId}/${randomUUID()}.parquet`;

/** Makes a version the current one. The caller has locked the source in this transaction. */
export async function writeVersion(
	service: Service,
	tx: Transaction,
	by: Principal | SystemActor,
	sourceId: string,
	version: NewVersion,
): Promise<Version> {
	const { summary, kept, added, mode } = version;
	const processedAt = service.now();
	const parts = await tx.inventoryPart.createManyAndReturn({
		data: added.map((part) => ({
			source_id: sourceId,
			file_key: part.file_key,
			size: part.size,
			row_count: part.summary.rows,
			first_seen_at: part.summary.oldestSeenAt,
			last_seen_at: part.summary.newestSeenAt,
			added_at: processedAt,
		})),
		select: { id: true },
	});
	const record = await tx.inventoryImport.create({
		data: {
			source_id: sourceId,
			mode,
			size: [...kept, ...added].reduce((size, part) => size + Number(part.size), 0),
			row_count: summary.rows,
			device_count: summary.devices,
			segment_count: summary.segments,
			added_count: version.addedRows,
			expired_count: version.expiredRows,
			refused_count: version.refusedRows,
			refused: version.refused.map(({ line, reason }) => ({ line, reason })),
			device_id_kind: version.deviceIdKind,
			newest_seen_at: summary.newestSeenAt,
			imported_by_id: "system" in by ? null : by.userId,
			processed_at: processedAt,
			parts: { createMany: { data: [...kept, ...parts].map(({ id }) => ({ part_id: id })) } },
		},
		include: versionInclude,
	});
	await tx.inventorySource.update({
		where: { id: sourceId },
		data: { current_import_id: record.id, updated_at: processedAt, revision: { increment: 1 } },
		select: { id: true },
	});
	await recordEvent(service, tx, by, {
		action: mode === "expire" || mode === "erase" ? `${mode}_inventory` : "import_inventory",
		object_type: "inventory_source",
		object_id: sourceId,
		detail: {
			import_id: record.id,
			mode,
			row_count: summary.rows,
			device_count: summary.devices,
			segment_count: summary.segments,
			added_row_count: version.addedRows,
			expired_row_count: version.expiredRows,
			refused_row_count: version.refusedRows,
		},
	});
	return versionOf(record);
}
