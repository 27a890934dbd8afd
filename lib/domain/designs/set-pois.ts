import type { DesignDetail } from "@/lib/contract/design";
import type { PoiQuery } from "@/lib/contract/point-of-interest";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { requireCurrentRelease } from "@/lib/domain/pois/current-release";
import { Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidArgumentError, InvalidStateError } from "@/lib/rules/errors";
import { claimEdit, findEditableDesign, requireEditor } from "./claim-edit";
import { findDesignOrThrow } from "./find-design-or-throw";
import { loadDesignDetail } from "./get-design-detail";
import { findProximitySet } from "./import-geofences";
import { replaceContents, type SetPath } from "./replace-contents";
import { dropGeofences } from "./store-geofences";
import { storePoiGeofences } from "./store-poi-geofences";

interface Expected {
	readonly revision?: number | undefined;
}

/**
 * `PUT /api/designs/<id>/sets/<set_id>/points-of-interest`: makes the geofences of a set by a query,
 * now and with every build over a newer release.
 * @throws NotFoundError, ForbiddenError, InvalidStateError, VersionMismatchError
 * @throws InvalidArgumentError for an audience design, and a query that selects none or too many
 */
export async function setPois(
	service: Service,
	principal: Principal,
	path: SetPath,
	query: PoiQuery,
	{ revision: expectedRevision }: Expected,
): Promise<DesignDetail> {
	await findProximitySet(service, principal, path.designId, path.setId);
	await refusePull(service.prisma, path);
	const { releaseId, stored } = await requireCurrentRelease(service, async (release) => ({
		releaseId: release.id,
		stored: await storePoiGeofences(service, release, query),
	}));
	let answer: DesignDetail | undefined;
	try {
		if (stored.accepted === 0) throw new InvalidArgumentError("the query selects no point of interest");
		await replaceContents(service, principal, path, {
			expectedRevision,
			contents: { mode: "replace", stored, pois: { query, releaseId } },
			action: "set_pois",
			detail: { accepted: stored.accepted },
			conclude: async (tx) => {
				// The design is locked: one that was set meanwhile is seen.
				await refusePull(tx, path);
				answer = await loadDesignDetail(tx, principal, path.designId);
			},
		});
	} catch (error) {
		await dropGeofences(service, [stored.collectionId]);
		throw error;
	}
	if (answer === undefined) throw new Error("a set that was written has an answer");
	return answer;
}

/** @throws InvalidStateError when the set pulls a list */
async function refusePull(db: Transaction, { setId }: SetPath): Promise<void> {
	if ((await db.pull.count({ where: { set_id: setId } })) === 0) return;
	throw new InvalidStateError("the set pulls a list: end that before it follows points of interest");
}

/**
 * `DELETE` of the same: the set keeps its geofences as a list, which no release changes.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 * @throws InvalidStateError for a set without a query, and a frozen design
 */
export async function detachPois(
	service: Service,
	principal: Principal,
	{ designId, setId }: SetPath,
	{ revision: expectedRevision }: Expected,
): Promise<DesignDetail> {
	await findEditableDesign(service.prisma, principal, designId);
	return transact(service.prisma, async (tx) => {
		await claimEdit(service, tx, principal, designId, { expectedRevision, contents: true });
		requireEditor(principal, (await findDesignOrThrow(tx, principal, designId)).record);
		const { count } = await tx.designSet.updateMany({
			where: { id: setId, design_id: designId, poi_release_id: { not: null } },
			data: {
				poi_query: Prisma.DbNull,
				poi_release_id: null,
				updated_at: service.now(),
				updated_by_id: principal.userId,
			},
		});
		if (count === 0) throw new InvalidStateError("the design has no set of this id with points of interest");
		await recordEvent(service, tx, principal, {
			action: "detach_pois",
			object_type: "design",
			object_id: designId,
			design_id: designId,
			detail: { set_id: setId },
		});
		return loadDesignDetail(tx, principal, designId);
	});
}
