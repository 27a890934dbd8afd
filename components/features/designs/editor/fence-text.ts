import { GEOFENCE_LIMITS, type Geofence, type Position, type Ring } from "@/lib/rules/geofences/geofence";
import { normalizeGeofence } from "@/lib/rules/geofences/normalize-geofence";

const DECIMALS = 7;
const round = (degrees: number) => Number(degrees.toFixed(DECIMALS));

/**
 * Corners as text: `latitude, longitude` per line; a blank line before a hole, `---` before another
 * polygon.
 */
export function cornersAsText(fence: Geofence): string {
	if (fence.geometry.type === "Point") return "";
	const polygons = fence.geometry.type === "Polygon" ? [fence.geometry.coordinates] : fence.geometry.coordinates;
	return polygons
		.map((rings) =>
			rings
				.map((ring) =>
					ring
						.slice(0, -1)
						.map(([longitude, latitude]) => `${round(latitude)}, ${round(longitude)}`)
						.join("\n"),
				)
				.join("\n\n"),
		)
		.join("\n---\n");
}

function inWords(reason: string): string {
	const words = reason.replaceAll("properties.", "");
	return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function checked(feature: unknown): Geofence | string {
	const judged = normalizeGeofence(feature);
	return "geofence" in judged ? judged.geofence : inWords(judged.refused);
}

/** Checks a fence by the service's rules; gives a sentence when it is invalid. */
export const checkFence = (fence: Geofence): Geofence | string => checked(fence);

/** Reads a position from each line; gives a sentence when one is invalid. */
export function readPositions(text: string, from = 1): Position[] | string {
	const positions: Position[] = [];
	for (const [place, line] of text.split("\n").entries()) {
		if (line.trim() === "") continue;
		const parts = line
			.trim()
			.split(/[\s,;]+/)
			.map(Number);
		const [latitude, longitude] = parts;
		if (parts.length !== 2 || latitude === undefined || longitude === undefined || parts.some(Number.isNaN)) {
			return `Line ${from + place}: enter latitude and longitude, such as 47.37, 8.54.`;
		}
		positions.push([longitude, latitude]);
	}
	return positions;
}

/** Reads the places of a measurement; gives a sentence when one is invalid. */
export function readPlaces(text: string): Position[] | string {
	const places = readPositions(text);
	if (typeof places === "string") return places;
	const beyond = places.findIndex(([longitude, latitude]) => Math.abs(latitude) > 90 || Math.abs(longitude) > 180);
	return beyond < 0 ? places : `Place ${beyond + 1} is not on the earth: latitude comes first, up to 90.`;
}

function readRing(text: string, from: number): Ring | string {
	const ring = readPositions(text, from);
	if (typeof ring === "string") return ring;
	const [first] = ring;
	const last = ring.at(-1);
	// The ring may be closed already.
	if (first !== undefined && (ring.length < 4 || last?.[0] !== first[0] || last[1] !== first[1])) ring.push(first);
	return ring;
}

/** Reads a polygon from its corners; gives a sentence when they are invalid. */
export function readPolygon(text: string, name: string): Geofence | string {
	const polygons: Ring[][] = [];
	let line = 1;
	for (const part of text.replaceAll("\r", "").split(/^---+$/m)) {
		const rings: Ring[] = [];
		for (const ringText of part.split(/\n[ \t]*\n/)) {
			const ring = readRing(ringText, line);
			line += ringText.split("\n").length + 1;
			if (typeof ring === "string") return ring;
			if (ring.length > 0) rings.push(ring);
		}
		if (rings.length > 0) polygons.push(rings);
	}
	if (polygons.length === 0) return "Enter one corner per line: latitude, longitude.";
	const geometry =
		polygons.length === 1
			? { type: "Polygon", coordinates: polygons[0] }
			: { type: "MultiPolygon", coordinates: polygons };
	return checked({ type: "Feature", properties: { name }, geometry });
}

/** Makes a circle; gives a sentence when it is invalid. */
export const circleOf = (position: Position, radius: number, name: string): Geofence | string =>
	checked({
		type: "Feature",
		properties: { radius, name },
		geometry: { type: "Point", coordinates: position.map(round) },
	});

/** The shape with all that the fence says beside its own: id, name and further properties. */
export function sameDetails(fence: Geofence, shape: Geofence): Geofence {
	const { radius: _, ...own } = fence.properties as { radius?: number };
	const { geometry, properties } = shape;
	const known = fence.id === undefined ? {} : { id: fence.id };
	return { type: "Feature", ...known, geometry, properties: { ...properties, ...own } } as Geofence;
}

/** The fence with another name, which is checked; gives a sentence when it is invalid. */
export function withName<Fence extends Geofence>(fence: Fence, written: string): Fence | string {
	if ((fence.properties.name ?? "") === written) return fence;
	const named = circleOf([0, 0], GEOFENCE_LIMITS.minRadius, written);
	if (typeof named === "string") return named;
	const { name } = named.properties;
	const { name: _, ...others } = fence.properties;
	return { ...fence, properties: { ...others, ...(name === undefined ? {} : { name }) } };
}
