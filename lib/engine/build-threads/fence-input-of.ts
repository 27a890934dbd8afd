import type { FenceInput } from "@/lib/formats/fence-collector";
import type { Geofence } from "@/lib/rules/geofences/geofence";

/** Converts a stored geofence to the input of the proximity filter's writer. */
export function fenceInputOf(set: number, { geometry, properties }: Geofence): FenceInput {
	switch (geometry.type) {
		case "Point": {
			const [longitude, latitude] = geometry.coordinates;
			return { set, circle: { latitude, longitude, radius: (properties as { radius: number }).radius } };
		}
		case "Polygon":
			return { set, polygons: [geometry.coordinates] };
		case "MultiPolygon":
			return { set, polygons: geometry.coordinates };
	}
}
