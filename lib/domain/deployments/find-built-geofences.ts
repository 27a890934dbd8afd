import type { Principal } from "@/lib/domain/access/principal";
import { findBuiltSets } from "@/lib/domain/deployments/preview/compare-builds";
import { mapOfBuild } from "@/lib/domain/deployments/preview/map-of-build";
import { readChunks } from "@/lib/domain/designs/read-set-geofences";
import type { Service } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";
import { findDeploymentOrThrow } from "./find-deployment";

/**
 * The chunks of a set's geofences as a deployment's build holds them, in order and one at a time: what the map of the queue
 * shows (design.md section 2: an administrator of the target may have the targeting file itself, never the draft).
 * @throws NotFoundError when the caller does not see the deployment, its build has no such set, or the set's geofences of then
 *   are not the caller's to read or are kept no more
 */
export async function findBuiltGeofences(
	service: Service,
	principal: Principal,
	{ deploymentId, setId }: { deploymentId: string; setId: string },
): Promise<AsyncIterable<Uint8Array>> {
	const record = await findDeploymentOrThrow(service.prisma, principal, deploymentId);
	const sets = await findBuiltSets(service.prisma, record);
	const map = await mapOfBuild(service.prisma, principal, record, sets);
	const set = sets.find((built) => built.setId === setId);
	if (set === undefined || map?.sets.find(({ set_id }) => set_id === setId)?.readable !== true)
		throw new NotFoundError("geofences of this set not found");
	return readChunks(service, set.geofenceCollectionId);
}
