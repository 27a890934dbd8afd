import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { InventoryImportMode, InventoryImportResult } from "@/lib/contract/inventory";
import type { Principal } from "@/lib/domain/access/principal";
import { requireRevision } from "@/lib/domain/lists/define-resource";
import { receiveFile } from "@/lib/platform/files/receive-file";
import type { Service } from "@/lib/platform/service";
import { refuseForm } from "@/lib/rules/documents/content-type";
import { LISTED_REFUSALS } from "./parquet-refusals";
import { describeImportDetail, type Importers, importersOf, requireSourceKeeper, sources } from "./sources";
import { sweepReplacedImportsNowAndThen } from "./sweep-replaced-imports";
import { takeFile } from "./take-file";

export interface InventoryFile {
	readonly contentType: string | null;
	readonly body: AsyncIterable<Uint8Array>;
	/** Aborts the import with an error. */
	readonly signal?: AbortSignal;
	/** From `If-Match`. */
	readonly expectedRevision?: number | undefined;
	/** By default the file replaces the data. */
	readonly mode?: InventoryImportMode | undefined;
}

/**
 * `POST /api/inventory-sources/<slug>/imports`: replaces the data of an inventory source, or appends
 * to them (docs/contract.md, Inventory sources). Builds that start after this resolves use the new
 * data; running ones keep the old.
 * @throws NotFoundError when the caller may not use the source
 * @throws ForbiddenError unless the caller is an operator
 * @throws VersionMismatchError at another revision, also when it changes during the import
 * @throws TooLargeError above INVENTORY_MAX_BYTES
 * @throws UnsupportedMediaTypeError for a form
 * @throws InvalidArgumentError, InvalidStateError like `takeFile`
 */
export async function importInventory(
	service: Service,
	principal: Principal,
	slug: string,
	file: InventoryFile,
): Promise<InventoryImportResult> {
	const source = await sources.find(service.prisma, principal, slug);
	requireSourceKeeper(principal);
	// Checked early so that the caller need not send the file; checked again with the change.
	const expected = { revision: file.expectedRevision };
	requireRevision("inventory source", source, expected);
	await sweepReplacedImportsNowAndThen(service);
	refuseForm(file.contentType);
	const directory = await mkdtemp(join(await service.files.workDirectory(), "inventory-"));
	try {
		const inputPath = join(directory, "upload");
		const { signal, mode = "replace" } = file;
		const maxBytes = service.settings.INVENTORY_MAX_BYTES;
		await receiveFile(file.body, inputPath, { maxBytes, what: "a file of inventory data", signal });
		let own: Importers = new Map();
		const taken = await takeFile(service, source.id, {
			directory,
			inputPath,
			mode,
			signal,
			by: principal,
			lock: async (tx) => {
				const found = await sources.findForChange(tx, principal, slug, expected);
				own = await importersOf(tx, [{ imported_by_id: principal.userId }]);
				return found;
			},
		});
		const { version, isUnchanged, intake } = taken;
		// As the transaction read them, where one wrote the version.
		const importers = isUnchanged ? await importersOf(service.prisma, [version]) : own;
		const described = describeImportDetail({ slug, current_import_id: version.id }, version, importers);
		if (!isUnchanged) return { ...described, unchanged: false };
		return {
			...described,
			added_row_count: 0,
			expired_row_count: intake.expiredRows,
			refused_row_count: intake.refusedRows,
			refused: intake.refused.slice(0, LISTED_REFUSALS).map(({ line, reason }) => ({ line, reason })),
			unchanged: true,
		};
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}
