import type { GeofenceImport } from "@/lib/contract/geofence-import";
import type { Principal } from "@/lib/domain/access/principal";
import type { Service, Transaction } from "@/lib/platform/service";
import { refuseForm } from "@/lib/rules/documents/content-type";
import { allRowsRefused } from "@/lib/rules/documents/rows-refused";
import { InvalidArgumentError, NotFoundError } from "@/lib/rules/errors";
import { loadChosenColumns } from "./chosen-columns";
import { findEditableDesign } from "./claim-edit";
import type { DesignRecord } from "./load-designs";
import { replaceContents } from "./replace-contents";
import { dropGeofences, type StoredGeofences, storeGeofences } from "./store-geofences";
import { takeGeofenceFile } from "./take-geofence-file";
import { updateContents } from "./update-contents";

/** An uploaded file of geofences. */
export interface GeofenceUpload {
	readonly contentType: string | null;
	readonly body: AsyncIterable<Uint8Array>;
	/** Ends the import with an error and without a change. */
	readonly signal?: AbortSignal;
	/** Meters of the area around lines, which are refused without it. */
	readonly bufferMeters?: number | undefined;
	/** `replace` by default. */
	readonly mode?: "replace" | "add" | "update";
	/** From `If-Match`. */
	readonly expectedRevision?: number | undefined;
	/** Called in the transaction of the change. */
	readonly conclude?: (tx: Transaction) => Promise<void>;
}

/**
 * `PUT /api/designs/<id>/sets/<set_id>/geofences`: replaces a set's geofences from a stream, adds to
 * them, or updates those with an id of the file, all or nothing.
 * @returns the accepted rows, and the refused ones with line and reason
 * @throws NotFoundError, ForbiddenError, InvalidStateError, VersionMismatchError,
 *   UnsupportedMediaTypeError
 * @throws TooLargeError for a file beyond GEOFENCES_MAX_BYTES, or with more geofences than a set
 *   may have
 * @throws InvalidArgumentError when the file cannot be read as a whole, or every row of it is
 *   refused
 */
export async function importGeofences(
	service: Service,
	principal: Principal,
	{ designId, setId }: { designId: string; setId: string },
	upload: GeofenceUpload,
): Promise<GeofenceImport> {
	refuseForm(upload.contentType);
	const design = await findSet(service, principal, designId, setId);
	const { bufferMeters, expectedRevision, conclude, mode = "replace" } = upload;
	const choices = await loadChosenColumns(service.prisma, principal);
	const { GEOFENCES_MAX_BYTES: maxBytes } = service.settings;
	const source = { maxBytes, bufferMeters, choices, byId: mode === "update" };
	const file = { ...upload, choices };
	const stored = await takeGeofenceFile(service, principal, file, (text) => storeGeofences(service, source, text));
	try {
		refuseIfNothingTaken(stored);
		// A cancelled request must change nothing.
		upload.signal?.throwIfAborted();
		const set = { designId: design.id, setId };
		const { revision, designSize, counts, bounds } =
			mode === "update"
				? await updateContents(service, principal, set, { expectedRevision, conclude, file: stored })
				: await replaceContents(service, principal, set, {
						expectedRevision,
						conclude,
						contents: { mode, stored },
						action: "import_geofences",
						detail: { accepted: stored.accepted, refused: stored.refusedCount },
					});
		return {
			set_id: setId,
			accepted_row_count: stored.accepted,
			added_count: counts.added,
			updated_count: counts.updated,
			unchanged_count: counts.unchanged,
			kept_count: counts.kept,
			removed_count: counts.removed,
			refused_row_count: stored.refusedCount,
			refused: stored.refused,
			warnings: stored.warnings,
			bounds,
			design_size: designSize,
			revision,
		};
	} catch (error) {
		await dropGeofences(service, [stored.collectionId]);
		throw error;
	}
}

/**
 * `DELETE /api/designs/<id>/sets/<set_id>/geofences`: empties a set. A file or body without
 * geofences never does, as it may have been read wrongly.
 * @throws NotFoundError, ForbiddenError, InvalidStateError, VersionMismatchError
 * @throws InvalidArgumentError for an audience design
 */
export async function removeGeofences(
	service: Service,
	principal: Principal,
	{ designId, setId }: { designId: string; setId: string },
	{ revision: expectedRevision }: { revision?: number | undefined },
): Promise<{ set_id: string; design_size: number; revision: number }> {
	const design = await findSet(service, principal, designId, setId);
	const set = { designId: design.id, setId };
	const { revision, designSize } = await replaceContents(service, principal, set, {
		expectedRevision,
		contents: { mode: "replace", stored: null },
		action: "remove_geofences",
		detail: {},
	});
	return { set_id: setId, design_size: designSize, revision };
}

/** The caller's proximity design with this set. */
async function findSet(service: Service, principal: Principal, designId: string, setId: string): Promise<DesignRecord> {
	const design = await findEditableDesign(service.prisma, principal, designId);
	if (!design.sets.some(({ id }) => id === setId)) throw new NotFoundError("set not found");
	if (design.type === "proximity") return design;
	throw new InvalidArgumentError("the design is of type 'audience': its sets hold expressions, not geofences");
}

/** A file that is read as nothing must not clear the set: that is another operation. */
function refuseIfNothingTaken({ accepted, refusedCount, refused }: StoredGeofences): void {
	if (accepted > 0) return;
	if (refusedCount === 0) throw new InvalidArgumentError("the file holds no geofences, and the set was not changed");
	throw allRowsRefused({ count: refusedCount, rows: refused });
}
