import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { usableSources } from "@/lib/access/access";
import type { Principal } from "@/lib/access/principal";
import { recordEvent } from "@/lib/audit/record-event";
import { ForbiddenError, NotFoundError, UnsupportedMediaTypeError } from "@/lib/errors";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/service";
import { type InventoryIntake, importParquet } from "./import-parquet";

/** A file of visits on its way in. */
export interface InventoryFile {
	readonly contentType: string | null;
	readonly body: AsyncIterable<Uint8Array>;
	/** Ends the import with an error, and takes nothing over. */
	readonly signal?: AbortSignal;
}

/** What an import has taken over, and what it has refused. */
export interface InventoryImportRow {
	readonly id: string;
	readonly source: string;
	readonly row_count: number;
	readonly device_count: number;
	readonly segment_count: number;
	readonly refused_row_count: number;
	/** The first of them, by line. */
	readonly refused: InventoryIntake["refused"];
	readonly newest_seen_at: string | null;
	readonly processed_at: string;
}

const FORMATS: Readonly<Record<string, "csv" | "parquet">> = {
	"text/csv": "csv",
	"application/vnd.apache.parquet": "parquet",
	"application/x-parquet": "parquet",
};

/** Megabytes that the import's evaluation may use; beyond them it works on disk. */
const MEMORY_MB = 1_024;

/**
 * `POST /api/inventory-sources/<slug>/imports`: replaces the data of an inventory source (design.md section 7). Builds use
 * the new data from the moment this resolves, and the old data until then; those that run go on with what they began with.
 * @throws NotFoundError when the caller may not use the source
 * @throws ForbiddenError for anyone but operators
 * @throws UnsupportedMediaTypeError for anything but CSV and Parquet
 * @throws InvalidArgumentError when the file cannot be read as a whole, or every row of it is refused
 */
export async function importInventory(
	service: Service,
	principal: Principal,
	slug: string,
	file: InventoryFile,
): Promise<InventoryImportRow> {
	const sourceId = await findSource(service, principal, slug);
	const format = formatOf(file.contentType);
	const directory = await mkdtemp(join(await service.files.workDirectory(), "inventory-"));
	try {
		const inputPath = join(directory, `upload.${format}`);
		const outputPath = join(directory, "visits.parquet");
		const { signal } = file;
		await pipeline(file.body, createWriteStream(inputPath, { flags: "wx", mode: 0o600 }), signal ? { signal } : {});
		const intake = await importParquet(
			{ format, inputPath, outputPath, now: service.now() },
			{ tempDirectory: directory, memoryLimitMb: MEMORY_MB, signal },
		);
		const fileKey = `inventory/${sourceId}/${randomUUID()}.parquet`;
		const { size } = await service.files.put(fileKey, outputPath);
		try {
			return await switchOver(service, principal, { sourceId, slug, fileKey, size, intake });
		} catch (error) {
			await service.files.remove(fileKey);
			throw error;
		}
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

async function findSource(service: Service, principal: Principal, slug: string): Promise<string> {
	const [source] = await service.prisma.$queryRaw<{ id: string }[]>(
		Prisma.sql`SELECT s.id FROM inventory_sources s WHERE s.slug = ${slug} AND ${usableSources(principal)}`,
	);
	if (source === undefined) throw new NotFoundError("inventory source not found");
	if (principal.role !== "operator") throw new ForbiddenError("only operators may import inventory data");
	return source.id;
}

function formatOf(contentType: string | null): "csv" | "parquet" {
	const type = (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
	const format = Object.hasOwn(FORMATS, type) ? FORMATS[type] : undefined;
	if (format !== undefined) return format;
	throw new UnsupportedMediaTypeError(`Content-Type must be one of ${Object.keys(FORMATS).join(", ")}.`);
}

async function switchOver(
	service: Service,
	principal: Principal,
	taken: { sourceId: string; slug: string; fileKey: string; size: number; intake: InventoryIntake },
): Promise<InventoryImportRow> {
	const { sourceId, slug, fileKey, size, intake } = taken;
	return service.prisma.$transaction(async (tx) => {
		const processedAt = service.now();
		const { id } = await tx.inventoryImport.create({
			data: {
				sourceId,
				fileKey,
				size,
				rowCount: intake.rows,
				deviceCount: intake.devices,
				segmentCount: intake.segments,
				refusedCount: intake.refusedRows,
				deviceIdKind: intake.deviceIdKind,
				newestSeenAt: intake.newestSeenAt,
				importedById: principal.userId,
				processedAt,
			},
			select: { id: true },
		});
		await tx.inventorySource.update({
			where: { id: sourceId },
			data: { currentImportId: id, updatedAt: processedAt, revision: { increment: 1 } },
			select: { id: true },
		});
		const counts = {
			row_count: intake.rows,
			device_count: intake.devices,
			segment_count: intake.segments,
			refused_row_count: intake.refusedRows,
		};
		await recordEvent(service, tx, principal, {
			action: "import_inventory",
			objectType: "inventory_source",
			objectId: sourceId,
			detail: { import_id: id, ...counts },
		});
		return {
			id,
			source: slug,
			...counts,
			refused: intake.refused,
			newest_seen_at: intake.newestSeenAt?.toISOString() ?? null,
			processed_at: processedAt.toISOString(),
		};
	});
}
