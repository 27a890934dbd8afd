import { memo, useMemo } from "react";
import type { FenceIndex } from "./fence-index";
import type { FlatMap } from "./flat-map";
import { clusterLabel, composeScene, type Scene } from "./scene";
import { fenceArea } from "./scene-features";
import { setLook } from "./set-look";

const TILE = 512;
const DOT = 3;
const CLUSTER = 9;

const colorOf = (place: number) => `var(${setLook(place).token})`;

/** The shapes of each set as one path, so that a thousand fences are a handful of elements. */
function shapePaths(index: FenceIndex, shapes: Scene["shapes"], map: FlatMap): ReadonlyMap<number, string> {
	const degreesPerPixel = (map.seen[2] - map.seen[0]) / map.width;
	const paths = new Map<number, string>();
	for (const { row, pixels } of shapes) {
		const fence = index.fences[row];
		if (fence === undefined) continue;
		const area = fenceArea(fence, pixels, degreesPerPixel);
		const polygons = area.type === "Polygon" ? [area.coordinates] : area.coordinates;
		const path = polygons
			.flat()
			.map(
				(ring) =>
					`M${ring.map(([longitude = 0, latitude = 0]) => `${map.x(longitude).toFixed(1)} ${map.y(latitude).toFixed(1)}`).join("L")}Z`,
			)
			.join("");
		const place = index.sets[row] ?? 0;
		paths.set(place, (paths.get(place) ?? "") + path);
	}
	return paths;
}

const latitudeAt = (y: number) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

/**
 * Geofences on a flat picture: those that are large enough as they are, the others as a dot each,
 * or as one cluster with their number.
 */
export const FlatFences = memo(function FlatFences({ index, map }: { index: FenceIndex; map: FlatMap }) {
	const { paths, clusters } = useMemo(() => {
		const [west, south, east, north] = map.seen;
		const zoom = Math.log2((map.width * 360) / ((east - west) * TILE));
		const scene = composeScene(index, { west, south, east, north, zoom });
		return { paths: shapePaths(index, scene.shapes, map), clusters: scene.clusters };
	}, [index, map]);
	return (
		<>
			{[...paths].map(([place, path]) => (
				<path
					key={place}
					d={path}
					fill={colorOf(place)}
					fillOpacity="0.25"
					stroke={colorOf(place)}
					strokeWidth="1.25"
				/>
			))}
			{clusters.map(({ set, count, x, y, row, aside: [right, down] }) => {
				const [left, top] = [map.x(x * 360 - 180) + right / 2, map.y(latitudeAt(y)) + down / 2];
				return (
					<g key={row} transform={`translate(${left.toFixed(1)} ${top.toFixed(1)})`}>
						<circle r={count === 1 ? DOT : CLUSTER} className="stroke-surface" strokeWidth="1" fill={colorOf(set)} />
						{count === 1 ? null : (
							<text textAnchor="middle" dy="3" fontSize="9" fontWeight="600" className="fill-surface">
								{clusterLabel(count)}
							</text>
						)}
					</g>
				);
			})}
		</>
	);
});
