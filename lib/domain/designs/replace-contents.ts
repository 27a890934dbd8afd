import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";
import type { Bounds } from "@/lib/rules/geofences/geofence";
import { noCounts, type UpdateCounts } from "@/lib/rules/geofences/update-by-id";
import { claimEdit, requireEditor } from "./claim-edit";
import { findDesignOrThrow } from "./find-design-or-throw";
import { joinCollections } from "./join-collections";
import { measureDesign } from "./replace-sets";
import { dropReplacedGeofences, type StoredGeofences } from "./store-geofences";

export interface SetPath {
	readonly designId: string;
	readonly setId: string;
}

/** The next geofences of a set; null for none. */
export type NewContents =
	| { readonly mode: "replace"; readonly stored: StoredGeofences | null }
	| { readonly mode: "add"; readonly stored: StoredGeofences }
	/** `stored` was made of the collection `base`, which must still be that of the set. */
	| {
			readonly mode: "update";
			readonly stored: StoredGeofences;
			readonly base: string | null;
			readonly counts: UpdateCounts;
	  };

export interface ContentsChange {
	readonly expectedRevision?: number | undefined;
	readonly contents: NewContents;
	readonly action: "import_geofences" | "remove_geofences";
	/** For the audit. */
	readonly detail: Readonly<Record<string, number>>;
	/** Called in the transaction of the change. */
	readonly conclude?: ((tx: Transaction) => Promise<void>) | undefined;
}

export interface ReplacedContents {
	readonly revision: number;
	readonly designSize: number;
	readonly counts: UpdateCounts;
	/** Of all that are there now. */
	readonly bounds: Bounds | null;
}

/** Another change came between the reading of a set and its update. */
export class ContentsMovedError extends Error {}

/**
 * Points a set to another collection in a short transaction, and removes collections without a
 * reference.
 * @throws NotFoundError, ForbiddenError, InvalidStateError, VersionMismatchError
 * @throws ContentsMovedError for an update of a collection that is no longer the set's
 */
export async function replaceContents(
	service: Service,
	principal: Principal,
	{ designId, setId }: SetPath,
	{ expectedRevision, contents, action, detail, conclude }: ContentsChange,
): Promise<ReplacedContents> {
	const [result, unused] = await transact(service.prisma, async (tx) => {
		const revision = await claimEdit(service, tx, principal, designId, { expectedRevision, contents: true });
		// Checks again, as the right may end during the upload.
		requireEditor(principal, (await findDesignOrThrow(tx, principal, designId)).record);
		const before = await findContents(tx, { designId, setId });
		const made = await collectionOf(service, tx, before, contents);
		await tx.designSet.update({
			where: { id: setId },
			data: {
				geofence_collection_id: made.collectionId,
				updated_at: service.now(),
				updated_by_id: principal.userId,
				revision: { increment: 1 },
			},
			select: { id: true },
		});
		const designSize = await measureDesign(tx, { id: designId, type: "proximity" });
		const { kept, updated } = made.counts;
		const counted = contents.mode === "update" ? { kept, updated } : kept > 0 ? { kept } : {};
		await recordEvent(service, tx, principal, {
			action,
			object_type: "design",
			object_id: designId,
			design_id: designId,
			detail: { set_id: setId, ...detail, ...counted },
		});
		await conclude?.(tx);
		const { counts, bounds } = made;
		const unused = [before.collectionId, contents.stored?.collectionId ?? null].filter(
			(id) => id !== null && id !== made.collectionId,
		);
		return [{ revision, designSize, counts, bounds }, unused as string[]] as const;
	});
	if (unused.length > 0) await dropReplacedGeofences(service, unused);
	return result;
}

interface KnownContents {
	readonly collectionId: string | null;
	readonly count: number;
}

/** @throws NotFoundError when the design no longer has the set */
export async function findContents(tx: Transaction, { designId, setId }: SetPath): Promise<KnownContents> {
	const set = await tx.designSet.findFirst({
		where: { id: setId, design_id: designId },
		select: { geofence_collection_id: true, geofenceCollection: { select: { geofence_count: true } } },
	});
	if (set === null) throw new NotFoundError("set not found");
	return { collectionId: set.geofence_collection_id, count: set.geofenceCollection?.geofence_count ?? 0 };
}

interface MadeContents {
	readonly collectionId: string | null;
	readonly counts: UpdateCounts;
	readonly bounds: Bounds | null;
}

async function collectionOf(
	service: Service,
	tx: Transaction,
	before: KnownContents,
	contents: NewContents,
): Promise<MadeContents> {
	const { mode, stored } = contents;
	if (mode === "update") {
		if (before.collectionId !== contents.base) throw new ContentsMovedError("the set has other geofences by now");
		return { collectionId: stored.collectionId, counts: contents.counts, bounds: stored.bounds };
	}
	const added = stored?.accepted ?? 0;
	if (mode === "add" && before.collectionId !== null && before.count > 0) {
		const joined = await joinCollections(tx, [before.collectionId, stored.collectionId], service.now());
		return { collectionId: joined.id, counts: { ...noCounts(before.count), added }, bounds: joined.bounds };
	}
	const counts = { ...noCounts(0), added, removed: before.count };
	return { collectionId: stored?.collectionId ?? null, counts, bounds: stored?.bounds ?? null };
}
