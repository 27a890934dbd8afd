import type { Geofence, Ring } from "./geofence";

const ringText = (ring: Ring) => `(${ring.map((position) => position.join(" ")).join(",")})`;
const polygonText = (rings: readonly Ring[]) => `(${rings.map(ringText).join(",")})`;

/** A polygon or multipolygon as well-known text, which `parseWkt` reads; empty for a circle. */
export function writeWkt({ geometry }: Geofence): string {
	if (geometry.type === "Point") return "";
	if (geometry.type === "Polygon") return `POLYGON ${polygonText(geometry.coordinates)}`;
	return `MULTIPOLYGON (${geometry.coordinates.map(polygonText).join(",")})`;
}
