import { join } from "node:path";
import type { InventoryImportMode } from "@/lib/contract/inventory";
import type { Principal, SystemActor } from "@/lib/domain/access/principal";
import { isDatabaseAway } from "@/lib/platform/database-away";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidArgumentError, InvalidStateError } from "@/lib/rules/errors";
import { type Appended, appendVisits } from "./append-visits";
import { holdVersion } from "./hold-version";
import { type InventoryIntake, importParquet } from "./import-parquet";
import { keptSince } from "./kept-since";
import type { Version } from "./load-version";
import { workbookTable } from "./workbook-table";
import { newPartKey, writeVersion } from "./write-version";

/** Memory limit of the import's evaluation in megabytes; it spills to disk above it. */
export const IMPORT_MEMORY_MB = 1_024;

/** Whose conversions those of background jobs are. */
const SYSTEM_CALLER = "system";

/** Appends that other changes of the source may overtake before one is refused. */
const MOST_ATTEMPTS = 5;

/** The distinct rows of a file, in its work directory. */
const VISITS = "visits.parquet";

/** A file of inventory data on disk, and how to import it. */
export interface TakenFile {
	/** A work directory that the caller removes. */
	readonly directory: string;
	readonly inputPath: string;
	readonly mode: InventoryImportMode;
	readonly by: Principal | SystemActor;
	/** Locks the source for the change, and checks whether it may be made. */
	readonly lock: (tx: Transaction) => Promise<{ readonly current_import_id: string | null }>;
	/** Written in the same transaction as the change. */
	readonly conclude?: (tx: Transaction) => Promise<void>;
	readonly signal?: AbortSignal | undefined;
}

/** The new version, or the current one where the file brought nothing new. */
export interface Taken {
	readonly version: Version;
	readonly isUnchanged: boolean;
	readonly intake: InventoryIntake;
}

/**
 * Takes a file over as the data of a source, or as a further part of it (docs/contract.md, Data
 * that move).
 * @throws InvalidArgumentError when the file is unreadable, no row is taken, or its device ids are
 *   of another kind than those that it is appended to
 * @throws InvalidStateError when the source keeps changing
 */
export async function takeFile(service: Service, sourceId: string, file: TakenFile): Promise<Taken> {
	const { directory, inputPath, mode, by, signal } = file;
	const { keep_days: keepDays } = await service.prisma.inventorySource.findUniqueOrThrow({
		where: { id: sourceId },
		select: { keep_days: true },
	});
	const visitsPath = join(directory, VISITS);
	const { INVENTORY_MAX_BYTES: maxBytes } = service.settings;
	const now = service.now();
	const caller = "userId" in by ? by : SYSTEM_CALLER;
	const tablePath = await workbookTable(inputPath, { directory, caller, signal, settings: service.settings });
	const intake = await importParquet(
		{ inputPath: tablePath ?? inputPath, maxBytes, outputPath: visitsPath, now, keptSince: keptSince(now, keepDays) },
		{ tempDirectory: directory, memoryLimitMb: IMPORT_MEMORY_MB, signal },
	);
	if (mode === "replace") {
		const staged = { path: visitsPath, part: intake, kept: [], summary: intake, addedRows: intake.rows };
		const version = await switchOver(service, sourceId, file, intake, staged, null);
		if (version === null) throw new Error("a replacement must not depend on the data before it");
		return { version, isUnchanged: false, intake };
	}
	for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
		const taken = await holdVersion(service, sourceId, (base) => append(service, sourceId, file, intake, base));
		if (taken !== null) return taken;
	}
	throw new InvalidStateError("the source kept changing during the append: append the file again");
}

/** Null where the base is no longer current. */
async function append(
	service: Service,
	sourceId: string,
	file: TakenFile,
	intake: InventoryIntake,
	base: Version | null,
): Promise<Taken | null> {
	const { directory, signal } = file;
	requireKind(base, intake);
	const outputPath = join(directory, `part-${base?.id ?? "first"}.parquet`);
	const appended = await appendVisits(
		service,
		base?.parts ?? [],
		{ path: join(directory, VISITS), summary: intake, outputPath },
		{ tempDirectory: directory, memoryLimitMb: IMPORT_MEMORY_MB, signal },
	);
	if (base !== null && appended.addedRows === 0) return { version: base, isUnchanged: true, intake };
	const version = await switchOver(service, sourceId, file, intake, { ...appended, path: outputPath }, base);
	return version === null ? null : { version, isUnchanged: false, intake };
}

/** A file has one kind of device ids, and so have all builds over a source. */
function requireKind(base: Version | null, { deviceIdKind }: InventoryIntake): void {
	if (base === null || base.parts.length === 0 || base.device_id_kind === deviceIdKind) return;
	throw new InvalidArgumentError(
		`the device ids of the file are of the kind ${deviceIdKind}, and those of the source of ${base.device_id_kind}: only ids of one kind can be appended`,
	);
}

/**
 * Stores the new part and makes it current with the kept ones.
 * @param base the version that an append continues
 * @returns null when the base is no longer current
 */
async function switchOver(
	service: Service,
	sourceId: string,
	{ mode, by, lock, conclude }: TakenFile,
	intake: InventoryIntake,
	staged: Appended & { readonly path: string },
	base: Version | null,
): Promise<Version | null> {
	const fileKey = newPartKey(sourceId);
	const { size } = await service.files.put(fileKey, staged.path);
	try {
		const version = await transact(service.prisma, async (tx) => {
			// Locked, so that of two concurrent imports the later version becomes current.
			const source = await lock(tx);
			if (mode === "append" && source.current_import_id !== (base?.id ?? null)) return null;
			const written = await writeVersion(service, tx, by, sourceId, {
				...intake,
				mode,
				kept: staged.kept,
				added: [{ file_key: fileKey, size, summary: staged.part }],
				summary: staged.summary,
				addedRows: staged.addedRows,
			});
			await conclude?.(tx);
			return written;
		});
		if (version === null) await service.files.remove(fileKey);
		return version;
	} catch (error) {
		// The commit may have succeeded; then its data need the file.
		if (!isDatabaseAway(error)) await service.files.remove(fileKey);
		throw error;
	}
}
