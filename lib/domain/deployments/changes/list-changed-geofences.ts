import type { Principal } from "@/lib/domain/access/principal";
import { compareGeofences } from "@/lib/engine/geofences/compare-geofences";
import { bareText, wholeGeofence } from "@/lib/engine/geofences/stored-geofence";
import type { Service } from "@/lib/platform/service";
import { countByPlace } from "./count-by-place";
import { findChangedSets } from "./find-changed-sets";

/** Geofences and characters of one piece of the answer. */
const PIECE = 500;
const PIECE_LENGTH = 1_000_000;

type ByPlace = ReturnType<typeof countByPlace>;

export interface ChangedGeofences extends Pick<ByPlace, "places"> {
	/** JSON texts of GeoJSON features with commas between them, streamed whatever their number. */
	readonly texts: AsyncIterable<string>;
}

/**
 * `GET /api/deployments/<id>/changes/geofences`: the geofences that an activation keeps, adds and
 * removes. `places` says where, once all texts are read.
 * @throws as `findChangedSets`, before anything is streamed
 */
export async function listChangedGeofences(
	service: Service,
	principal: Principal,
	deploymentId: string,
): Promise<ChangedGeofences> {
	const byPlace = countByPlace();
	return { texts: texts(await findChangedSets(service, principal, deploymentId), byPlace), places: byPlace.places };
}

async function* texts({ sets }: Awaited<ReturnType<typeof findChangedSets>>, byPlace: ByPlace): AsyncGenerator<string> {
	let piece: string[] = [];
	let length = 0;
	for (const { setId, contents } of sets) {
		for await (const { geofence, change } of compareGeofences(contents)) {
			byPlace.add(wholeGeofence(geofence), change);
			const text = bareText(geofence, { change, set_id: setId });
			piece.push(text);
			length += text.length;
			if (piece.length < PIECE && length < PIECE_LENGTH) continue;
			yield piece.join(",");
			[piece, length] = [[], 0];
		}
	}
	if (piece.length > 0) yield piece.join(",");
}
