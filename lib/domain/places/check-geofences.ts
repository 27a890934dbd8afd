import type { CheckedGeofences, SetOverlaps } from "@/lib/contract/place";
import type { Principal } from "@/lib/domain/access/principal";
import { encodeGeofenceChunks } from "@/lib/engine/geofences/chunks";
import type { Service } from "@/lib/platform/service";
import { InvalidArgumentError } from "@/lib/rules/errors";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { normalizeGeofence } from "@/lib/rules/geofences/normalize-geofence";
import { beginningAgain, findSensitive } from "./compare-with-places";

/**
 * `POST /api/sensitive-places` (docs/contract.md, Places): which of the geofences overlap sensitive
 * places, before they are saved.
 * @throws InvalidArgumentError naming a geofence that is refused
 * @throws ThrottledError, UnavailableError when too much is compared at once, or it takes too long
 */
export async function checkGeofences(
	service: Service,
	principal: Principal,
	{ geofences: { features } }: CheckedGeofences,
	signal: AbortSignal,
): Promise<SetOverlaps> {
	const geofences = features.map((feature, index): Geofence => {
		const read = normalizeGeofence(feature);
		if ("geofence" in read) return read.geofence;
		throw new InvalidArgumentError(`'geofences.features[${index}]': ${read.refused}`);
	});
	async function* chunks(): AsyncGenerator<Uint8Array> {
		for await (const { content } of encodeGeofenceChunks(geofences)) yield content;
	}
	const compare = () => findSensitive(service, chunks, { caller: principal, signal });
	const { categories, found } = await beginningAgain(compare);
	const names = await service.prisma.placeCategory.findMany({
		where: { id: { in: categories } },
		select: { id: true, name: true },
	});
	const nameOf = new Map(names.map(({ id, name }) => [id, name]));
	return {
		geofence_count: found.geofenceCount,
		categories: found.counts
			.flatMap((count, place) => {
				const id = categories[place] ?? "";
				const name = nameOf.get(id);
				return count === 0 || name === undefined ? [] : [{ id, name, geofence_count: count }];
			})
			.sort((one, other) => other.geofence_count - one.geofence_count),
		geofences: found.geofences.map(({ index, categories: own }) => ({
			index,
			categories: own.flatMap((place) => categories[place] ?? []),
		})),
	};
}
