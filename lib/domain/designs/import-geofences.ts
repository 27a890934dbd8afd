import type { GeofenceImport } from "@/lib/contract/design";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { inTurns } from "@/lib/engine/geofences/in-turns";
import { transact } from "@/lib/platform/db/transact";
import { atMost } from "@/lib/platform/files/receive-file";
import type { Service } from "@/lib/platform/service";
import { InvalidArgumentError, NotFoundError } from "@/lib/rules/errors";
import { geofenceParser } from "@/lib/rules/geofences/parse";
import { claimEdit, findEditableDesign, requireEditor } from "./claim-edit";
import { findDesignOrThrow } from "./find-design";
import { measureDesign } from "./replace-sets";
import { dropGeofences, dropReplacedGeofences, type StoredGeofences, storeGeofences } from "./store-geofences";

/** An uploaded file of geofences. */
export interface GeofenceUpload {
	readonly contentType: string | null;
	readonly body: AsyncIterable<Uint8Array>;
	/** Ends the import with an error and without a change. */
	readonly signal?: AbortSignal;
	/** From `If-Match`. */
	readonly expectedRevision?: number | undefined;
}

/**
 * `PUT /api/designs/<id>/sets/<set_id>/geofences`: replaces a set's geofences from a stream, all or
 * nothing.
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
	const parse = geofenceParser(upload.contentType);
	const design = await findEditableDesign(service.prisma, principal, designId);
	const set = design.sets.find(({ id }) => id === setId);
	if (set === undefined) throw new NotFoundError("set not found");
	if (design.type !== "proximity") {
		throw new InvalidArgumentError("the design is of type 'audience': its sets hold expressions, not geofences");
	}
	const limit = { maxBytes: service.settings.GEOFENCES_MAX_BYTES, what: "a file of geofences" };
	const stored = await storeGeofences(service, parse(inTurns(atMost(upload.body, limit))));
	try {
		refuseIfNothingTaken(stored);
		// A caller who cancelled must not find a change.
		upload.signal?.throwIfAborted();
		const { revision, designSize } = await replaceContents(service, principal, design.id, setId, stored, upload);
		return {
			set_id: setId,
			accepted_row_count: stored.accepted,
			refused_row_count: stored.refusedCount,
			refused: stored.refused,
			warnings: stored.warnings,
			bounds: stored.bounds,
			design_size: designSize,
			revision,
		};
	} catch (error) {
		await dropGeofences(service, [stored.collectionId]);
		throw error;
	}
}

/** A file whose rows are all refused must not clear the set; an empty file may. */
function refuseIfNothingTaken({ accepted, refusedCount, refused }: StoredGeofences): void {
	if (accepted > 0 || refusedCount === 0) return;
	throw new InvalidArgumentError(
		`all ${refusedCount} rows are refused, the first because: ${refused[0]?.reason ?? ""}`,
		{
			detail: { refused_row_count: refusedCount, refused },
		},
	);
}

async function replaceContents(
	service: Service,
	principal: Principal,
	designId: string,
	setId: string,
	stored: StoredGeofences,
	upload: GeofenceUpload,
): Promise<{ revision: number; designSize: number }> {
	const [result, replaced] = await transact(service.prisma, async (tx) => {
		const { expectedRevision } = upload;
		const revision = await claimEdit(service, tx, principal, designId, { expectedRevision, contents: true });
		// Checks again, as the right may end during the upload.
		requireEditor(principal, (await findDesignOrThrow(tx, principal, designId)).record);
		const before = await tx.designSet.findFirst({ where: { id: setId, designId } });
		if (before === null) throw new NotFoundError("set not found");
		await tx.designSet.update({
			where: { id: setId },
			data: {
				geofenceCollectionId: stored.collectionId,
				updatedAt: service.now(),
				updatedById: principal.userId,
				revision: { increment: 1 },
			},
			select: { id: true },
		});
		const designSize = await measureDesign(tx, { id: designId, type: "proximity" });
		await recordEvent(service, tx, principal, {
			action: "import_geofences",
			objectType: "design",
			objectId: designId,
			designId,
			detail: { set_id: setId, accepted: stored.accepted, refused: stored.refusedCount },
		});
		return [{ revision, designSize }, before.geofenceCollectionId] as const;
	});
	if (replaced !== null) await dropReplacedGeofences(service, [replaced]);
	return result;
}
