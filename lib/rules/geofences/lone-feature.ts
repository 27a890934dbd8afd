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
 * Reads a GeoJSON document that is one Feature or geometry instead of a collection; a geometry
 * becomes a Feature without properties. Undefined for other JSON. Does not validate the Feature.
 */
export function loneFeature(document: unknown): object | undefined {
	if (typeof document !== "object" || document === null || !("type" in document)) return undefined;
	if (document.type === "Feature") return document;
	return GEOMETRIES.includes(document.type) ? { type: "Feature", properties: {}, geometry: document } : undefined;
}
