import { openContainer } from "@/lib/formats/container";
import { lookupLatitude, lookupLongitude } from "@/lib/formats/place";
import { PolygonGeometry } from "@/lib/formats/polygon-geometry";
import { beyondCircle, EARTH_RADIUS, writeUnitVector } from "@/lib/formats/sphere";

/** Circles and polygons of a file or a collector. */
export interface FenceArrays {
	readonly circleSets: Uint32Array;
	/** unit vector and squared chord: four numbers a circle */
	readonly circles: Float64Array;
	readonly polygonSets: Uint32Array;
	readonly polygonStarts: Uint32Array;
	readonly chainStarts: Uint32Array;
	readonly vertices: Float64Array;
}

/** A fence that contains a point: its set, and its position among the circles or polygons. */
export interface FenceAt {
	readonly set: number;
	readonly shape: "circle" | "polygon";
	readonly position: number;
}

const DEGREES = 180 / Math.PI;

export function fenceArrays(bytes: Uint8Array): FenceArrays {
	const container = openContainer(bytes, { verified: true });
	return {
		circleSets: container.u32("CSET"),
		circles: container.f64("CGEO"),
		polygonSets: container.u32("PSET"),
		polygonStarts: container.u32("PCHN"),
		chainStarts: container.u32("PVTX"),
		vertices: container.f64("PXYS"),
	};
}

/**
 * Lists every fence that contains the point, by testing each one. Slower than a lookup, which stops
 * at the first fence of a set. A circle across the antimeridian is listed once, though the file has
 * two entries.
 */
export function fencesAt(arrays: FenceArrays, latitude: number, longitude: number): FenceAt[] {
	const x = lookupLongitude(longitude);
	const y = lookupLatitude(latitude);
	const found: FenceAt[] = [];
	const seen = new Set<string>();
	const point = new Float64Array(3);
	writeUnitVector(y, x, point, 0);
	const { circles, circleSets, polygonSets } = arrays;
	for (let position = 0; position < circleSets.length; position++) {
		const at = position * 4;
		if (beyondCircle(circles, at, point, 0) > 0) continue;
		const set = circleSets[position] as number;
		const same = `${set} ${circles.subarray(at, at + 4).join()}`;
		if (seen.has(same)) continue;
		seen.add(same);
		found.push({ set, shape: "circle", position });
	}
	const polygons = new PolygonGeometry(arrays.polygonStarts, arrays.chainStarts, arrays.vertices);
	for (let position = 0; position < polygonSets.length; position++) {
		if (!polygons.contains(position, x, y)) continue;
		found.push({ set: polygonSets[position] as number, shape: "polygon", position });
	}
	return found;
}

/** A circle or polygon as GeoJSON; a polygon's ring has the corners that the file stores. */
export function fenceFeature(arrays: FenceArrays, { shape, position }: FenceAt): Record<string, unknown> {
	if (shape === "circle") {
		const [x = 0, y = 0, z = 0, chord = 0] = arrays.circles.subarray(position * 4, position * 4 + 4);
		const latitude = Math.asin(Math.max(-1, Math.min(1, z))) * DEGREES;
		const radius = chord > 4 ? Math.PI * EARTH_RADIUS : 2 * Math.asin(Math.sqrt(chord) / 2) * EARTH_RADIUS;
		return {
			type: "Feature",
			geometry: { type: "Point", coordinates: [rounded(Math.atan2(y, x) * DEGREES), rounded(latitude)] },
			properties: { radius: Math.round(radius * 1_000) / 1_000 },
		};
	}
	return {
		type: "Feature",
		geometry: { type: "Polygon", coordinates: ringsOf(arrays, position) },
		properties: {},
	};
}

/** Joins chains that continue each other into rings. */
function ringsOf({ polygonStarts, chainStarts, vertices }: FenceArrays, position: number): [number, number][][] {
	const rings: [number, number][][] = [];
	const end = polygonStarts[position + 1] as number;
	for (let chain = polygonStarts[position] as number; chain < end; chain++) {
		const corners: [number, number][] = [];
		for (let at = chainStarts[chain] as number; at < (chainStarts[chain + 1] as number); at++) {
			corners.push([vertices[at * 2] as number, vertices[at * 2 + 1] as number]);
		}
		const ring = rings.at(-1);
		const open = ring !== undefined && !samePlace(ring[0], ring.at(-1));
		if (ring !== undefined && open && samePlace(ring.at(-1), corners[0])) ring.push(...corners.slice(1));
		else rings.push(corners);
	}
	for (const ring of rings) if (!samePlace(ring[0], ring.at(-1))) ring.push(ring[0] as [number, number]);
	return rings;
}

function samePlace(one: readonly number[] | undefined, other: readonly number[] | undefined): boolean {
	return one?.[0] === other?.[0] && one?.[1] === other?.[1];
}

/** A tenth of a millimeter. */
const rounded = (degrees: number) => Math.round(degrees * 1e9) / 1e9;
