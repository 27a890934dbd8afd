import type { Principal } from "@/lib/domain/access/principal";
import { compareGeofences } from "@/lib/engine/geofences/compare-geofences";
import { bareText } from "@/lib/engine/geofences/stored-geofence";
import type { Service } from "@/lib/platform/service";
import { findChangedSets } from "./find-changed-sets";

/** Geofences and characters of one piece of the answer. */
const PIECE = 500;
const PIECE_LENGTH = 1_000_000;

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
	let length = 0;
	for (const { setId, contents } of sets) {
		for await (const { geofence, change } of compareGeofences(contents)) {
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
