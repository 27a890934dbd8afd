import type { Principal } from "@/lib/domain/access/principal";
import { findDeploymentOrThrow } from "@/lib/domain/deployments/find-deployment-or-throw";
import { findBuiltSets } from "@/lib/domain/deployments/preview/compare-builds";
import { mapOfBuild } from "@/lib/domain/deployments/preview/map-of-build";
import { readChunks } from "@/lib/domain/designs/read-set-geofences";
import type { Service } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";

/**
 * Reads the geofences of a set as the deployment's build has them, chunk by chunk in order. The
 * target's administrators may read them, as they may read the file, but never the draft
 * (docs/contract.md, Roles and rights).
 * @throws NotFoundError when the caller does not see the deployment, its build has no such set, or
 *   the set's built geofences are removed or not readable for the caller
 */
export async function findBuiltGeofences(
	service: Service,
	principal: Principal,
	{ deploymentId, setId }: { deploymentId: string; setId: string },
): Promise<AsyncIterable<Uint8Array>> {
	const record = await findDeploymentOrThrow(service.prisma, principal, deploymentId);
	const sets = await findBuiltSets(service.prisma, record);
	const map = await mapOfBuild(service.prisma, principal, record, sets);
	const set = sets.find((built) => built.set_id === setId);
	if (set === undefined || map?.sets.find(({ set_id }) => set_id === setId)?.readable !== true)
		throw new NotFoundError("geofences of this set not found");
	return readChunks(service, set.geofence_collection_id);
}
