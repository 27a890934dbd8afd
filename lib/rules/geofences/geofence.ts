/**
 * A stored geofence: a GeoJSON Feature reduced to the input of a proximity filter
 * (docs/contract.md, Geofences). Positions are `[longitude, latitude]` in degrees. Its properties
 * are `radius`, `name` and what `further-properties.ts` reads beside them.
 */

export type Position = [longitude: number, latitude: number];
/** Closed: the last position repeats the first. The first ring is the outline, others are holes. */
export type Ring = Position[];

interface Identified {
	type: "Feature";
	/** By which people know it, and by which an import updates it. */
	id?: string;
}

export interface CircleGeofence extends Identified {
	geometry: { type: "Point"; coordinates: Position };
	/** `radius` in meters */
	properties: { radius: number; name?: string };
}

export interface PolygonGeofence extends Identified {
	geometry: { type: "Polygon"; coordinates: Ring[] };
	properties: { name?: string };
}

export interface MultiPolygonGeofence extends Identified {
	geometry: { type: "MultiPolygon"; coordinates: Ring[][] };
	properties: { name?: string };
}

export type Geofence = CircleGeofence | PolygonGeofence | MultiPolygonGeofence;

/**
 * A row of an import: a geofence, the reason for its rejection, or a notice that the file is only a
 * part of its layer. Lines count from 1.
 */
export type GeofenceRow = { line: number } & (AcceptedGeofence | RefusedGeofence | { isCutOff: true });

/** Why a row is refused; `cells` are those of a table's row. */
export interface RefusedGeofence {
	refused: string;
	cells?: readonly string[] | undefined;
}

/** A geofence, with the additions and omissions of its reading. */
export interface AcceptedGeofence {
	geofence: Geofence;
	/** the row has no radius */
	defaultRadius?: true;
	/** then, the column or property that looks like a radius and was not taken */
	untakenRadius?: string;
	/** the column of the shape, in a row that has a point, too */
	shapeColumn?: string;
	/** a ring was not closed */
	ringClosed?: true;
	/** a hole, or a polygon beside others, covered nothing */
	partDropped?: true;
	/** a hole reaches over its outline or another hole */
	holeOutside?: true;
	/** properties that are not kept, each with the reason */
	leftOut?: readonly string[];
	/** a part of a row beside its first one, with the same id */
	part?: true;
}

/** West, south, east, north in degrees. */
export type Bounds = [west: number, south: number, east: number, north: number];

export const GEOFENCE_LIMITS = {
	/** Meters of a circle without a radius. */
	defaultRadius: 100,
	/** Meters. A smaller value is most often a radius in kilometers or degrees. */
	minRadius: 1,
	/** Meters. */
	maxRadius: 1_000_000,
	/** Meters. A smaller radius is accepted with a warning. */
	smallRadius: 10,
	/** Positions of all rings of one geofence. */
	positions: 250_000,
	/** Characters. */
	name: 200,
	/** Characters. */
	id: 200,
	/** Properties beside `radius` and `name`. */
	properties: 20,
	/** Characters of the name of such a property. */
	propertyName: 100,
	/** Characters of a text that is its value. */
	propertyText: 500,
	/** Bytes of one uploaded feature or row; larger ones are rejected unread. */
	featureBytes: 16 * 1024 * 1024,
	/** Geofences of one set. */
	perSet: 1_000_000,
} as const;
