import type { Principal } from "@/lib/domain/access/principal";
import { compareGeofences } from "@/lib/engine/geofences/compare-geofences";
import type { Service } from "@/lib/platform/service";
import { bareGeofence } from "@/lib/rules/geofences/further-properties";
import { findChangedSets } from "./find-changed-sets";

/** Geofences of one piece of the answer. */
const PIECE = 500;

/**
 * `GET /api/deployments/<id>/changes/geofences`: the geofences that an activation keeps, adds and
 * removes, as JSON texts of GeoJSON features with commas between them. They are streamed, whatever
 * their number.
 * @throws as `findChangedSets`, before anything is streamed
 */
export async function listChangedGeofences(
	service: Service,
	principal: Principal,
	deploymentId: string,
): Promise<AsyncIterable<string>> {
	return texts(await findChangedSets(service, principal, deploymentId));
}

async function* texts({ sets }: Awaited<ReturnType<typeof findChangedSets>>): AsyncGenerator<string> {
	let piece: string[] = [];
	for (const { setId, contents } of sets) {
		for await (const { geofence, change } of compareGeofences(contents)) {
			const bare = bareGeofence(geofence);
			piece.push(JSON.stringify({ ...bare, properties: { ...bare.properties, change, set_id: setId } }));
			if (piece.length < PIECE) continue;
			yield piece.join(",");
			piece = [];
		}
	}
	if (piece.length > 0) yield piece.join(",");
}
