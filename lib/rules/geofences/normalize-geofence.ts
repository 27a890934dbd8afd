import { type AcceptedGeofence, GEOFENCE_LIMITS, type Ring } from "./geofence";
import { normalizePosition } from "./normalize-position";
import { normalizeRings } from "./normalize-rings";

const LONE_SURROGATE = /\p{Surrogate}/u;

const meters = (value: number) => `${value.toLocaleString("en-US")} meter${value === 1 ? "" : "s"}`;

/** `value` as a JSON object, or undefined. */
function asObject(value: unknown): Record<string, unknown> | undefined {
	return typeof value === "object" && value !== null && !Array.isArray(value)
		? (value as Record<string, unknown>)
		: undefined;
}

/** The trimmed name, or the reason for its rejection; a number becomes text. */
function normalizeName(value: unknown): string | undefined | { refused: string } {
	if (value === undefined || value === null) return undefined;
	if (typeof value !== "string" && typeof value !== "number") return { refused: "properties.name must be a string" };
	const name = String(value).trim();
	if (name.length > GEOFENCE_LIMITS.name) {
		return { refused: `properties.name has more than ${GEOFENCE_LIMITS.name} characters` };
	}
	if (name.includes("\0") || LONE_SURROGATE.test(name)) {
		return { refused: "properties.name holds a character that is not valid text" };
	}
	return name === "" ? undefined : name;
}

function normalizeRadius(value: unknown): number | string {
	if (value === undefined || value === null) return GEOFENCE_LIMITS.defaultRadius;
	if (typeof value !== "number" || !Number.isFinite(value)) return "properties.radius must be a number of meters";
	const { minRadius, maxRadius } = GEOFENCE_LIMITS;
	if (value >= minRadius && value <= maxRadius) return value;
	return `properties.radius must be from ${meters(minRadius)} to ${meters(maxRadius)}, and is ${value}`;
}

/**
 * Validates a GeoJSON Feature (any parsed JSON) and reduces it to a geofence (docs/contract.md,
 * Geofences): a Point with `properties.radius` in meters (default 100), a Polygon or a
 * MultiPolygon, and `properties.name`. Self-crossing rings are accepted: the even-odd rule decides.
 * @returns the geofence, or `refused` with the reason; never throws
 */
export function normalizeGeofence(feature: unknown): AcceptedGeofence | { refused: string } {
	const object = asObject(feature);
	if (object === undefined || object.type !== "Feature") return { refused: "not a GeoJSON Feature" };
	if (object.properties !== undefined && object.properties !== null && asObject(object.properties) === undefined) {
		return { refused: "properties must be an object" };
	}
	const properties = asObject(object.properties) ?? {};
	const geometry = asObject(object.geometry);
	if (geometry === undefined) return { refused: "geometry is missing" };
	const name = normalizeName(properties.name);
	if (typeof name === "object") return name;
	const named = name === undefined ? {} : { name };
	switch (geometry.type) {
		case "Point": {
			const position = normalizePosition(geometry.coordinates, "geometry.coordinates");
			if (typeof position === "string") return { refused: position };
			const radius = normalizeRadius(properties.radius);
			if (typeof radius === "string") return { refused: radius };
			const geofence = {
				type: "Feature" as const,
				geometry: { type: "Point" as const, coordinates: position },
				properties: { radius, ...named },
			};
			const stated = properties.radius !== undefined && properties.radius !== null;
			return stated ? { geofence } : { geofence, defaultRadius: true };
		}
		case "Polygon": {
			const rings = normalizeRings([geometry.coordinates], "geometry.coordinates");
			if (typeof rings === "string") return { refused: rings };
			const coordinates = rings[0] as Ring[];
			return { geofence: { type: "Feature", geometry: { type: "Polygon", coordinates }, properties: named } };
		}
		case "MultiPolygon": {
			if (!Array.isArray(geometry.coordinates) || geometry.coordinates.length === 0) {
				return { refused: "geometry.coordinates must be a list of polygons" };
			}
			const coordinates = normalizeRings(geometry.coordinates, "a polygon of geometry.coordinates");
			if (typeof coordinates === "string") return { refused: coordinates };
			return { geofence: { type: "Feature", geometry: { type: "MultiPolygon", coordinates }, properties: named } };
		}
		default:
			return { refused: `geometry.type must be Point, Polygon or MultiPolygon${foundType(geometry.type)}` };
	}
}

/** The type found, when it is short enough to repeat. */
function foundType(type: unknown): string {
	return typeof type === "string" && /^\w{1,40}$/.test(type) ? `, and is ${type}` : "";
}
