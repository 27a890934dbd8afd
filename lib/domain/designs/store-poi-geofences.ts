import { MOST_POIS_SELECTED } from "@/lib/contract/constants";
import type { PoiQuery } from "@/lib/contract/point-of-interest";
import type { CurrentRelease } from "@/lib/domain/pois/current-release";
import { featurePieces } from "@/lib/engine/geofences/in-turns";
import { featuresOf } from "@/lib/engine/pois/select-pois";
import type { Service } from "@/lib/platform/service";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { type StoredGeofences, storeGeofences } from "./store-geofences";

/**
 * Stores the geofences of a query over a release as a new collection.
 * @throws InvalidArgumentError when it selects more than a set takes
 */
export async function storePoiGeofences(
	service: Service,
	{ reader }: CurrentRelease,
	query: PoiQuery,
): Promise<StoredGeofences> {
	const { features, count } = await featuresOf(reader, query, MOST_POIS_SELECTED);
	if (count > MOST_POIS_SELECTED) {
		const [selected, most] = [count, MOST_POIS_SELECTED].map((number) => number.toLocaleString("en-US"));
		throw new InvalidArgumentError(`the query selects ${selected} points of interest, and a set takes at most ${most}`);
	}
	return storeGeofences(service, { features: true }, featurePieces(features));
}
