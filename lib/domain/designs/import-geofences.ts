import type { GeofenceImport } from "@/lib/contract/design";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { refuseForm } from "@/lib/rules/documents/content-type";
import { allRowsRefused } from "@/lib/rules/documents/rows-refused";
import { InvalidArgumentError, NotFoundError } from "@/lib/rules/errors";
import type { Bounds } from "@/lib/rules/geofences/geofence";
import { claimEdit, findEditableDesign, requireEditor } from "./claim-edit";
import { findDesignOrThrow } from "./find-design";
import { joinCollections } from "./join-collections";
import type { DesignRecord } from "./load-designs";
import { measureDesign } from "./replace-sets";
import { dropGeofences, dropReplacedGeofences, type StoredGeofences, storeGeofences } from "./store-geofences";
import { takeGeofenceFile } from "./take-geofence-file";

/** An uploaded file of geofences. */
export interface GeofenceUpload {
	readonly contentType: string | null;
	readonly body: AsyncIterable<Uint8Array>;
	/** Ends the import with an error and without a change. */
	readonly signal?: AbortSignal;
	/** Meters of the area around lines, which are refused without it. */
	readonly bufferMeters?: number | undefined;
	/** `replace` by default. */
	readonly mode?: "replace" | "add";
	/** From `If-Match`. */
	readonly expectedRevision?: number | undefined;
}

/**
 * `PUT /api/designs/<id>/sets/<set_id>/geofences`: replaces a set's geofences from a stream, or adds
 * to them, all or nothing.
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
	const maxBytes = service.settings.GEOFENCES_MAX_BYTES;
	const stored = await takeGeofenceFile(service, principal, upload, (text) =>
		storeGeofences(service, { maxBytes, bufferMeters: upload.bufferMeters }, text),
	);
	try {
		refuseIfNothingTaken(stored);
		// A caller who cancelled must not find a change.
		upload.signal?.throwIfAborted();
		const { revision, designSize, counts, bounds } = await replaceContents(service, principal, design.id, setId, {
			...upload,
			added: stored,
			action: "import_geofences",
			counts: { accepted: stored.accepted, refused: stored.refusedCount },
		});
		return {
			set_id: setId,
			accepted_row_count: stored.accepted,
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
	const { revision, designSize } = await replaceContents(service, principal, design.id, setId, {
		expectedRevision,
		added: null,
		action: "remove_geofences",
		counts: {},
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

interface ReplacedContents {
	readonly revision: number;
	readonly designSize: number;
	/** Of the geofences that were there before. */
	readonly counts: { readonly kept: number; readonly removed: number };
	/** Of all that are there now. */
	readonly bounds: Bounds | null;
}

async function replaceContents(
	service: Service,
	principal: Principal,
	designId: string,
	setId: string,
	change: {
		expectedRevision?: number | undefined;
		mode?: "replace" | "add";
		/** null for none */
		added: StoredGeofences | null;
		action: "import_geofences" | "remove_geofences";
		counts: { accepted?: number; refused?: number };
	},
): Promise<ReplacedContents> {
	const [result, unused] = await transact(service.prisma, async (tx) => {
		const { expectedRevision } = change;
		const revision = await claimEdit(service, tx, principal, designId, { expectedRevision, contents: true });
		// Checks again, as the right may end during the upload.
		requireEditor(principal, (await findDesignOrThrow(tx, principal, designId)).record);
		const before = await tx.designSet.findFirst({
			where: { id: setId, designId },
			select: { geofenceCollectionId: true, geofenceCollection: { select: { geofenceCount: true } } },
		});
		if (before === null) throw new NotFoundError("set not found");
		const { added } = change;
		const known = before.geofenceCollection?.geofenceCount ?? 0;
		const joined =
			change.mode === "add" && added !== null && before.geofenceCollectionId !== null && known > 0
				? await joinCollections(tx, [before.geofenceCollectionId, added.collectionId], service.now())
				: null;
		await tx.designSet.update({
			where: { id: setId },
			data: {
				geofenceCollectionId: joined?.id ?? added?.collectionId ?? null,
				updatedAt: service.now(),
				updatedById: principal.userId,
				revision: { increment: 1 },
			},
			select: { id: true },
		});
		const designSize = await measureDesign(tx, { id: designId, type: "proximity" });
		await recordEvent(service, tx, principal, {
			action: change.action,
			objectType: "design",
			objectId: designId,
			designId,
			detail: { set_id: setId, ...change.counts, ...(joined === null ? {} : { kept: known }) },
		});
		const counts = joined === null ? { kept: 0, removed: known } : { kept: known, removed: 0 };
		const bounds = joined === null ? (added?.bounds ?? null) : joined.bounds;
		const unused = [before.geofenceCollectionId, joined === null ? null : (added?.collectionId ?? null)];
		return [{ revision, designSize, counts, bounds }, unused.filter((id) => id !== null)] as const;
	});
	if (unused.length > 0) await dropReplacedGeofences(service, unused);
	return result;
}
