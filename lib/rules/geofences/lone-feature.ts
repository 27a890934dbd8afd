const GEOMETRIES: readonly unknown[] = [
	"Point",
	"MultiPoint",
	"LineString",
	"MultiLineString",
	"Polygon",
	"MultiPolygon",
	"GeometryCollection",
];

/**
 * The one Feature of a GeoJSON document that is no collection: the document itself, or the geometry that it is, as a Feature
 * without properties. Undefined for any other JSON. Whether it can be a geofence is judged as of every Feature.
 */
export function loneFeature(document: unknown): object | undefined {
	if (typeof document !== "object" || document === null || !("type" in document)) return undefined;
	if (document.type === "Feature") return document;
	return GEOMETRIES.includes(document.type) ? { type: "Feature", properties: {}, geometry: document } : undefined;
}
