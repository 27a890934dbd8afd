import type { PoiQuery } from "@/lib/contract/point-of-interest";
import { measureDesign } from "@/lib/domain/designs/replace-sets";
import { dropGeofences, dropReplacedGeofences } from "@/lib/domain/designs/store-geofences";
import { storePoiGeofences } from "@/lib/domain/designs/store-poi-geofences";
import { type CurrentRelease, readCurrentRelease } from "@/lib/domain/pois/current-release";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { type BuildLease, lockLeased } from "./lease";

/**
 * Makes the geofences of a leased design's queries over the current release, where that is newer
 * than theirs. Without a release they stay, and the build names the one that they were made over.
 * @throws InvalidArgumentError when a query selects more than a set takes
 * @throws LeaseLostError when the worker no longer has the lease
 */
export async function refreshPoiSets(service: Service, lease: BuildLease): Promise<void> {
	const sets = await service.prisma.designSet.findMany({
		where: { design_id: lease.design_id, poi_release_id: { not: null } },
		select: { id: true, poi_query: true, poi_release_id: true, geofence_collection_id: true },
	});
	if (sets.length === 0) return;
	await readCurrentRelease(service, async (release) => {
		if (release === null) return;
		for (const set of sets) {
			if (set.poi_release_id !== release.id) await refresh(service, lease, release, set);
		}
	});
}

interface OutdatedSet {
	readonly id: string;
	readonly poi_query: unknown;
	readonly geofence_collection_id: string | null;
}

/**
 * The set keeps editor and time, by which a later edit shows; its revision names the geofences that
 * pages have read.
 */
async function refresh(
	service: Service,
	lease: BuildLease,
	release: CurrentRelease,
	{ id, poi_query: query, geofence_collection_id: replaced }: OutdatedSet,
): Promise<void> {
	// Only the contract's parser writes this column.
	const { collectionId } = await storePoiGeofences(service, release, query as PoiQuery);
	try {
		await transact(service.prisma, async (tx) => {
			await lockLeased(tx, lease);
			await tx.$executeRaw`UPDATE design_sets SET geofence_collection_id = ${collectionId}::uuid,
				poi_release_id = ${release.id}::uuid, revision = revision + 1 WHERE id = ${id}::uuid`;
			await measureDesign(tx, { id: lease.design_id, type: "proximity" });
		});
	} catch (error) {
		await dropGeofences(service, [collectionId]);
		throw error;
	}
	if (replaced !== null) await dropReplacedGeofences(service, [replaced]);
}
