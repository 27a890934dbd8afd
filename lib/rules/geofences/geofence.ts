/**
 * What a geofence is once it is taken: a GeoJSON Feature reduced to what a proximity filter needs (design.md section 7).
 * Positions are `[longitude, latitude]` in degrees, altitudes and all properties but `radius` and `name` are dropped.
 */

export type Position = [longitude: number, latitude: number];
/** Closed: the last position repeats the first. The first ring of a polygon is its outline, the others are holes. */
export type Ring = Position[];

/** A circle around a point. */
export interface CircleGeofence {
	type: "Feature";
	geometry: { type: "Point"; coordinates: Position };
	/** `radius` in metres */
	properties: { radius: number; name?: string };
}

export interface PolygonGeofence {
	type: "Feature";
	geometry: { type: "Polygon"; coordinates: Ring[] };
	properties: { name?: string };
}

export interface MultiPolygonGeofence {
	type: "Feature";
	geometry: { type: "MultiPolygon"; coordinates: Ring[][] };
	properties: { name?: string };
}

export type Geofence = CircleGeofence | PolygonGeofence | MultiPolygonGeofence;

/** A row of an import: the geofence it holds, or the sentence that says why it holds none. Lines count from 1. */
export type GeofenceRow = { line: number } & (AcceptedGeofence | { refused: string });

/** A geofence, and whether its circle has the usual radius because it states none. */
export interface AcceptedGeofence {
	geofence: Geofence;
	defaultRadius?: true;
}

/** West, south, east, north in degrees. */
export type Bounds = [west: number, south: number, east: number, north: number];

export const GEOFENCE_LIMITS = {
	/** Metres of a circle that states no radius. */
	defaultRadius: 100,
	/** Metres. Less is beyond any positioning, and most often a radius in kilometres or degrees. */
	minRadius: 1,
	/** Metres. */
	maxRadius: 100_000,
	/** Positions of all rings of one geofence together. */
	positions: 10_000,
	/** Characters. */
	name: 200,
	/** Bytes of one feature or row as uploaded; larger ones are refused unread. */
	featureBytes: 4 * 1024 * 1024,
	/** Geofences of one set. */
	perSet: 1_000_000,
} as const;
