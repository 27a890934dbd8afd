import type { Landmark } from "./landmark";

interface Feature {
	readonly type: "Feature";
	readonly geometry:
		| { readonly type: "Point"; readonly coordinates: readonly [number, number] }
		| { readonly type: "Polygon"; readonly coordinates: readonly (readonly (readonly [number, number])[])[] };
	readonly properties: { readonly name: string; readonly radius?: number };
}

/** A landmark as GeoJSON, with the longitude first and closed rings. */
export function featureOf(landmark: Landmark): Feature {
	const { name } = landmark;
	if ("at" in landmark) {
		const [latitude, longitude] = landmark.at;
		const geometry = { type: "Point", coordinates: [longitude, latitude] } as const;
		return { type: "Feature", geometry, properties: { name, radius: landmark.radius } };
	}
	const ring = landmark.outline.map(([latitude, longitude]) => [longitude, latitude] as const);
	const closed = [...ring, ...ring.slice(0, 1)];
	return { type: "Feature", geometry: { type: "Polygon", coordinates: [closed] }, properties: { name } };
}
