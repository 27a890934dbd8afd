import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { InventoryImportDetail } from "@/lib/contract/inventory";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { isDatabaseAway } from "@/lib/platform/database-away";
import { transact } from "@/lib/platform/db/transact";
import { receiveFile } from "@/lib/platform/files/receive-file";
import type { Service } from "@/lib/platform/service";
import { requireContentType } from "@/lib/rules/documents/content-type";
import { describeImportDetail } from "./describe-source";
import { findOwnedSource, findSourceForChange, requireRevision } from "./find-source";
import { type InventoryIntake, importParquet } from "./import-parquet";
import { sweepReplacedImportsNowAndThen } from "./sweep-replaced-imports";

export interface InventoryFile {
	readonly contentType: string | null;
	readonly body: AsyncIterable<Uint8Array>;
	/** Aborts the import with an error. */
	readonly signal?: AbortSignal;
	/** From `If-Match`. */
	readonly expectedRevision?: number | undefined;
}

/** The labels that an upload may have; its content decides whether it is a table or Parquet. */
export const INVENTORY_CONTENT_TYPES = [
	"text/csv",
	"text/tab-separated-values",
	"application/vnd.apache.parquet",
	"application/x-parquet",
	"application/gzip",
	"application/octet-stream",
];

/** Memory limit of the import's evaluation in megabytes; it spills to disk above it. */
const MEMORY_MB = 1_024;

/**
 * `POST /api/inventory-sources/<slug>/imports`: replaces the data of an inventory source
 * (docs/contract.md, Inventory sources). Builds that start after this resolves use the new data;
 * running ones keep the old.
 * @throws NotFoundError when the caller may not use the source
 * @throws ForbiddenError unless the caller is an operator
 * @throws VersionMismatchError at another revision, also when it changes during the import
 * @throws TooLargeError above INVENTORY_MAX_BYTES
 * @throws UnsupportedMediaTypeError for other content types
 * @throws InvalidArgumentError when the file is unreadable, or no row is taken
 */
export async function importInventory(
	service: Service,
	principal: Principal,
	slug: string,
	file: InventoryFile,
): Promise<InventoryImportDetail> {
	const source = await findOwnedSource(service.prisma, principal, slug);
	// Checked early so that the caller need not send the file; checked again with the change.
	requireRevision(source, file.expectedRevision);
	const sourceId = source.id;
	await sweepReplacedImportsNowAndThen(service);
	requireContentType(file.contentType, INVENTORY_CONTENT_TYPES);
	const directory = await mkdtemp(join(await service.files.workDirectory(), "inventory-"));
	try {
		const inputPath = join(directory, "upload");
		const outputPath = join(directory, "visits.parquet");
		const { signal, expectedRevision } = file;
		const maxBytes = service.settings.INVENTORY_MAX_BYTES;
		await receiveFile(file.body, inputPath, { maxBytes, what: "a file of inventory data", signal });
		const intake = await importParquet(
			{ inputPath, maxBytes, outputPath, now: service.now() },
			{ tempDirectory: directory, memoryLimitMb: MEMORY_MB, signal },
		);
		const fileKey = `inventory/${sourceId}/${randomUUID()}.parquet`;
		const { size } = await service.files.put(fileKey, outputPath);
		try {
			return await switchOver(service, principal, { slug, expectedRevision, fileKey, size, intake });
		} catch (error) {
			// The commit may have succeeded; then its data need the file.
			if (!isDatabaseAway(error)) await service.files.remove(fileKey);
			throw error;
		}
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

async function switchOver(
	service: Service,
	principal: Principal,
	taken: {
		slug: string;
		expectedRevision: number | undefined;
		fileKey: string;
		size: number;
		intake: InventoryIntake;
	},
): Promise<InventoryImportDetail> {
	const { slug, expectedRevision, fileKey, size, intake } = taken;
	return transact(service.prisma, async (tx) => {
		// Locked, so that of two concurrent imports the later version becomes current.
		const { id: sourceId } = await findSourceForChange(tx, principal, slug, { revision: expectedRevision });
		const processedAt = service.now();
		const record = await tx.inventoryImport.create({
			data: {
				sourceId,
				fileKey,
				size,
				rowCount: intake.rows,
				deviceCount: intake.devices,
				segmentCount: intake.segments,
				refusedCount: intake.refusedRows,
				refused: intake.refused.map(({ line, reason }) => ({ line, reason })),
				deviceIdKind: intake.deviceIdKind,
				newestSeenAt: intake.newestSeenAt,
				importedById: principal.userId,
				processedAt,
			},
		});
		await tx.inventorySource.update({
			where: { id: sourceId },
			data: { currentImportId: record.id, updatedAt: processedAt, revision: { increment: 1 } },
			select: { id: true },
		});
		await recordEvent(service, tx, principal, {
			action: "import_inventory",
			objectType: "inventory_source",
			objectId: sourceId,
			detail: {
				import_id: record.id,
				row_count: intake.rows,
				device_count: intake.devices,
				segment_count: intake.segments,
				refused_row_count: intake.refusedRows,
			},
		});
		const source = { slug, currentImportId: record.id };
		return describeImportDetail(source, record, new Map([[principal.userId, principal.email]]));
	});
}
