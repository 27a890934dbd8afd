import type { Feature, FeatureCollection, MultiPolygon, Point, Polygon } from "geojson";
import type { Geofence } from "@/lib/client/geofences";
import { circleRing } from "./circle";

/** Fences of which one set's areas are drawn with fewer corners, so that ten thousands of them stay fluid. */
const MANY = 2_000;
const DEFAULT_RADIUS = 100;

export interface FenceProperties {
	/** Place of the set in the design. */
	set: number;
	name: string;
	/** Metres; null for polygons. */
	radius: number | null;
}

export interface MapFeatures {
	areas: FeatureCollection<Polygon | MultiPolygon, FenceProperties>;
	/** One point a fence, for zooms at which its area is smaller than a pixel. */
	points: FeatureCollection<Point, FenceProperties>;
}

function firstPosition(geometry: Exclude<Geofence["geometry"], { type: "Point" }>): number[] {
	return (geometry.type === "Polygon" ? geometry.coordinates[0]?.[0] : geometry.coordinates[0]?.[0]?.[0]) ?? [0, 0];
}

/** What the map draws of a set's fences: areas in true metres, and points that stand for them from afar. */
export function toMapFeatures(fences: readonly Geofence[], set: number): MapFeatures {
	const corners = fences.length > MANY ? 20 : 48;
	const areas: Feature<Polygon | MultiPolygon, FenceProperties>[] = [];
	const points: Feature<Point, FenceProperties>[] = [];
	for (const { geometry, properties } of fences) {
		const name = properties?.name ?? "";
		if (geometry.type === "Point") {
			const [longitude = 0, latitude = 0] = geometry.coordinates;
			const radius = properties?.radius ?? DEFAULT_RADIUS;
			const own = { set, name, radius };
			const ring = circleRing(longitude, latitude, radius, corners);
			areas.push({ type: "Feature", properties: own, geometry: { type: "Polygon", coordinates: [ring] } });
			points.push({
				type: "Feature",
				properties: own,
				geometry: { type: "Point", coordinates: [longitude, latitude] },
			});
		} else {
			const own = { set, name, radius: null };
			areas.push({ type: "Feature", properties: own, geometry: geometry as Polygon | MultiPolygon });
			points.push({
				type: "Feature",
				properties: own,
				geometry: { type: "Point", coordinates: firstPosition(geometry) },
			});
		}
	}
	return {
		areas: { type: "FeatureCollection", features: areas },
		points: { type: "FeatureCollection", features: points },
	};
}
