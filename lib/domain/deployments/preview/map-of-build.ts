import type { Bounds } from "@/lib/contract/design";
import type { NearPlace } from "@/lib/contract/found-place";
import type { ActivationPreview } from "@/lib/contract/preview";
import { directlyVisibleDesigns, mayAdministerTarget } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { DeploymentRecord } from "@/lib/domain/deployments/load-deployments";
import { nearPlacesOf } from "@/lib/domain/gazetteer/near-places";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { type BuiltSet, boundsOfSets, countedSet } from "./compare-builds";

/**
 * Bounds of the geofences, as the build recorded them; null for an audience design. Only callers
 * with direct visibility of the design learn whether its sets changed since. The target's
 * administrators may read the built geofences, as they may download the file (docs/contract.md,
 * Roles and rights).
 */
export async function mapOfBuild(
	db: Transaction,
	principal: Principal,
	record: DeploymentRecord,
	built: readonly BuiltSet[],
): Promise<Omit<NonNullable<ActivationPreview["map"]>, "bounds_before"> | null> {
	if (record.type !== "proximity") return null;
	const current = await findCurrentContents(db, principal, record.design_id);
	const kept = mayAdministerTarget(principal, record.target) ? await findKeptCollections(db, built) : null;
	const sets = built.map((set) => {
		const { geofence_collection_id: collection } = set;
		const asBuilt = collection !== null && current?.get(set.set_id) === collection;
		return {
			...countedSet(set),
			bounds: boundsOfSets([set]),
			as_built: asBuilt,
			readable: asBuilt || (collection !== null && kept?.has(collection) === true),
		};
	});
	const bounds = boundsOfSets(built);
	return {
		design_id: record.design_id,
		geofences_readable: current !== null,
		bounds,
		near: bounds === null ? null : await nearMiddleOf(bounds),
		sets,
	};
}

async function nearMiddleOf([west, south, east, north]: NonNullable<Bounds>): Promise<NearPlace | null> {
	const longitude = (west + east) / 2;
	const middle = [longitude - 360 * Math.round(longitude / 360), (south + north) / 2] as const;
	return (await nearPlacesOf([middle])).places[0] ?? null;
}

/** The geofence collection of each set in the draft; null if the caller must not know it. */
async function findCurrentContents(
	db: Transaction,
	principal: Principal,
	designId: string,
): Promise<Map<string, string | null> | null> {
	const [direct] = await db.$queryRaw<{ id: string }[]>(
		Prisma.sql`SELECT designs.id FROM designs WHERE designs.id = ${designId}::uuid AND ${directlyVisibleDesigns(principal)}`,
	);
	if (direct === undefined) return null;
	const sets = await db.designSet.findMany({
		where: { design_id: designId },
		select: { id: true, geofence_collection_id: true },
	});
	return new Map(sets.map((set) => [set.id, set.geofence_collection_id]));
}

/** The built collections that still exist; one is removed when its set gets other geofences. */
async function findKeptCollections(db: Transaction, built: readonly BuiltSet[]): Promise<ReadonlySet<string>> {
	const ids = built.flatMap(({ geofence_collection_id: geofenceCollectionId }) => geofenceCollectionId ?? []);
	const kept = await db.geofenceCollection.findMany({ where: { id: { in: ids } }, select: { id: true } });
	return new Set(kept.map(({ id }) => id));
}
