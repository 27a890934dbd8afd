import type { Geofence, GeofenceRow } from "./geofence";
import { parseGeofences } from "./parse";

/** A body that arrives in pieces of `size` bytes. */
export async function* inPieces(body: string | Uint8Array, size = 64 * 1024): AsyncGenerator<Uint8Array> {
	const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
	for (let start = 0; start < bytes.length; start += size) yield bytes.slice(start, start + size);
}

/** All rows of an upload. */
export async function parseAll(body: string | Uint8Array, _contentType: string, size?: number): Promise<GeofenceRow[]> {
	const rows: GeofenceRow[] = [];
	for await (const row of parseGeofences(inPieces(body, size))) rows.push(row);
	return rows;
}

/** Lines and reasons of rejected rows. */
export const refusals = (rows: GeofenceRow[]): string[] =>
	rows.flatMap((row) => ("refused" in row ? [`${row.line}: ${row.refused}`] : []));

export const accepted = (rows: GeofenceRow[]): Geofence[] =>
	rows.flatMap((row) => ("geofence" in row ? [row.geofence] : []));

/** A circle as a Feature. */
export function circle(longitude: number, latitude: number, properties: Record<string, unknown> = {}) {
	return { type: "Feature", geometry: { type: "Point", coordinates: [longitude, latitude] }, properties };
}

/** A square polygon of `size` degrees as a Feature. */
export function square(west: number, south: number, size: number, properties: Record<string, unknown> = {}) {
	return { type: "Feature", geometry: { type: "Polygon", coordinates: [squareRing(west, south, size)] }, properties };
}

export function squareRing(west: number, south: number, size: number): [number, number][] {
	const [east, north] = [west + size, south + size];
	return [
		[west, south],
		[east, south],
		[east, north],
		[west, north],
		[west, south],
	];
}

export const collection = (...features: unknown[]) => ({ type: "FeatureCollection", features });
