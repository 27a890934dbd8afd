import { asObject } from "@/lib/rules/documents/as-object";
import { isValidText } from "@/lib/rules/text/is-valid-text";
import { type AcceptedGeofence, GEOFENCE_LIMITS, type Geofence, type Ring } from "./geofence";
import { normalizePosition } from "./normalize-position";
import { normalizeRings } from "./normalize-rings";

/** Levels of collections within collections. */
const MAX_DEPTH = 8;

const COLLECTIONS: readonly unknown[] = ["MultiPoint", "GeometryCollection"];

const meters = (value: number) => `${value.toLocaleString("en-US")} meter${value === 1 ? "" : "s"}`;

/** The trimmed name, or the reason for its rejection; a number becomes text. */
function normalizeName(value: unknown): string | undefined | { refused: string } {
	if (value === undefined || value === null) return undefined;
	if (typeof value !== "string" && typeof value !== "number") return { refused: "properties.name must be a string" };
	const name = String(value).trim();
	if (name.length > GEOFENCE_LIMITS.name) {
		return { refused: `properties.name has more than ${GEOFENCE_LIMITS.name} characters` };
	}
	if (!isValidText(name)) return { refused: "properties.name holds a character that is not valid text" };
	return name === "" ? undefined : name;
}

function normalizeRadius(value: unknown): number | string {
	if (value === undefined || value === null) return GEOFENCE_LIMITS.defaultRadius;
	if (typeof value !== "number" || !Number.isFinite(value)) return "properties.radius must be a number of meters";
	const { minRadius, maxRadius } = GEOFENCE_LIMITS;
	if (value >= minRadius && value <= maxRadius) return value;
	return `properties.radius must be from ${meters(minRadius)} to ${meters(maxRadius)}, and is ${value}`;
}

type Judged = AcceptedGeofence | { refused: string };

/** The values that all geometries of a Feature share. */
interface Shared {
	name: { name?: string };
	/** as the properties state it; undefined or null for the default */
	radius: unknown;
}

/**
 * Validates a GeoJSON Feature (any parsed JSON) of one geofence and reduces it (docs/contract.md,
 * Geofences): a Point with `properties.radius` in meters (default 100), a Polygon or a
 * MultiPolygon, and `properties.name`. The even-odd rule decides what rings cover that cross.
 * @returns the geofence, or `refused` with the reason; never throws
 */
export function normalizeGeofence(feature: unknown): Judged {
	const judged = normalizeFeature(feature);
	if ("refused" in judged) return judged;
	const [only, another] = judged;
	return only === undefined || another !== undefined ? { refused: "must hold exactly one geofence" } : only;
}

/**
 * Like `normalizeGeofence`, for a Feature of any number of geofences: the parts of a MultiPoint and
 * of a GeometryCollection are geofences of their own, with the Feature's radius and name. One part
 * that is refused refuses all of them, so that the Feature can be mended and imported again.
 */
export function normalizeFeature(feature: unknown): AcceptedGeofence[] | { refused: string } {
	const object = asObject(feature);
	if (object === undefined || object.type !== "Feature") return { refused: "not a GeoJSON Feature" };
	if (object.properties !== undefined && object.properties !== null && asObject(object.properties) === undefined) {
		return { refused: "properties must be an object" };
	}
	const properties = asObject(object.properties) ?? {};
	const name = normalizeName(properties.name);
	if (typeof name === "object") return name;
	const shared = { name: name === undefined ? {} : { name }, radius: properties.radius };
	const accepted: AcceptedGeofence[] = [];
	const hasParts = COLLECTIONS.includes(asObject(object.geometry)?.type);
	for (const judged of normalizeGeometry(object.geometry, shared, 0)) {
		if ("geofence" in judged) accepted.push(accepted.length === 0 ? judged : { ...judged, part: true });
		else return hasParts ? { refused: `part ${accepted.length + 1}: ${judged.refused}` } : judged;
	}
	return accepted;
}

function* normalizeGeometry(value: unknown, shared: Shared, depth: number): Generator<Judged> {
	const geometry = asObject(value);
	if (geometry === undefined) return yield { refused: "geometry is missing" };
	if (geometry.type === "MultiPoint") {
		const points = geometry.coordinates;
		if (!Array.isArray(points) || points.length === 0) {
			return yield { refused: "geometry.coordinates must be a list of positions" };
		}
		for (const point of points as unknown[]) yield normalizeCircle(point, shared);
	} else if (geometry.type === "GeometryCollection") {
		const parts = geometry.geometries;
		if (!Array.isArray(parts) || parts.length === 0) {
			return yield { refused: "geometry.geometries must be a list of geometries" };
		}
		if (depth === MAX_DEPTH) return yield { refused: `geometry must not nest collections deeper than ${MAX_DEPTH}` };
		for (const part of parts as unknown[]) yield* normalizeGeometry(part, shared, depth + 1);
	} else yield normalizeShape(geometry, shared);
}

function normalizeCircle(coordinates: unknown, shared: Shared): Judged {
	const position = normalizePosition(coordinates, "geometry.coordinates");
	if (typeof position === "string") return { refused: position };
	const radius = normalizeRadius(shared.radius);
	if (typeof radius === "string") return { refused: radius };
	const geofence = {
		type: "Feature" as const,
		geometry: { type: "Point" as const, coordinates: position },
		properties: { radius, ...shared.name },
	};
	const stated = shared.radius !== undefined && shared.radius !== null;
	return stated ? { geofence } : { geofence, defaultRadius: true };
}

function normalizeShape(geometry: Record<string, unknown>, shared: Shared): Judged {
	switch (geometry.type) {
		case "Point":
			return normalizeCircle(geometry.coordinates, shared);
		case "Polygon":
			return normalizePolygons([geometry.coordinates], "Polygon", shared);
		case "MultiPolygon":
			return Array.isArray(geometry.coordinates) && geometry.coordinates.length > 0
				? normalizePolygons(geometry.coordinates, "MultiPolygon", shared)
				: { refused: "geometry.coordinates must be a list of polygons" };
		case "LineString":
		case "MultiLineString":
			return {
				refused: `geometry.type is ${geometry.type}, and a line covers nothing: import it with a buffer (buffer_meters), or draw an area`,
			};
		// A geometry that a conversion could not read.
		case "NotRead":
			return { refused: typeof geometry.reason === "string" ? geometry.reason.slice(0, 200) : "geometry was not read" };
		default:
			return {
				refused: `geometry.type must be Point, Polygon, MultiPolygon or a collection of them${foundType(geometry.type)}`,
			};
	}
}

function normalizePolygons(coordinates: readonly unknown[], type: "Polygon" | "MultiPolygon", shared: Shared): Judged {
	const path = type === "Polygon" ? "geometry.coordinates" : "a polygon of geometry.coordinates";
	const read = normalizeRings(coordinates, path);
	if (typeof read === "string") return { refused: read };
	const { polygons, ...noticed } = read;
	const geometry = type === "Polygon" ? { type, coordinates: polygons[0] as Ring[] } : { type, coordinates: polygons };
	return {
		geofence: { type: "Feature", geometry, properties: shared.name } as Geofence,
		...noticed,
	};
}

/** The type found, when it is short enough to repeat. */
function foundType(type: unknown): string {
	return typeof type === "string" && /^\w{1,40}$/.test(type) ? `, and is ${type}` : "";
}
