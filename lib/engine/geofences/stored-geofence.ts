import type { Geofence } from "@/lib/rules/geofences/geofence";

/**
 * A stored geofence whose geometry is a text. Parsing that of a large border, or writing it again,
 * blocks the process for a tenth of a second.
 */
export interface StoredGeofence {
	/** The geometry as GeoJSON, which is the same text for the same positions. */
	readonly geometry: string;
	readonly properties: Geofence["properties"];
}

const GEOMETRY = '"geometry":';

/** Reads a line of a stored chunk: a geometry has no other object within, and no text with a bracket. */
export function readStored(line: string): StoredGeofence {
	// An id before it would have its quotes escaped.
	const start = line.indexOf(GEOMETRY) + GEOMETRY.length;
	const end = line.indexOf("}", start) + 1;
	const { properties } = JSON.parse(`${line.slice(0, start)}null${line.slice(end)}`) as Pick<Geofence, "properties">;
	return { geometry: line.slice(start, end), properties };
}

export const wholeGeofence = ({ geometry, properties }: StoredGeofence): Geofence =>
	({ type: "Feature", geometry: JSON.parse(geometry), properties }) as Geofence;

/** A geofence as GeoJSON without its id and further properties, and with others in their place. */
export function bareText(
	{ geometry, properties }: StoredGeofence,
	others: Readonly<Record<string, string>> = {},
): string {
	const { radius, name } = properties as { radius?: number; name?: string };
	return `{"type":"Feature","geometry":${geometry},"properties":${JSON.stringify({ radius, name, ...others })}}`;
}
