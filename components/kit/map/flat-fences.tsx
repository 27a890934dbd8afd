import { memo, useMemo } from "react";
import { formatCount } from "@/lib/browser/format";
import type { Position } from "@/lib/rules/geofences/geofence";
import type { FenceIndex } from "./fence-index";
import { fenceShape } from "./fence-shape";
import type { FlatMap } from "./flat-map";
import { composeScene, type Scene } from "./scene";
import { setLook } from "./set-look";

const TILE = 512;
/** A single fence: a square on its corner, which no circle looks like. */
const DOT = "M0 -4L4 0L0 4L-4 0Z";
const DIGIT = 5.5;
/** What is drawn is smaller than on the map in this measure. */
const SCALE = 0.8;

/** A picture of half a thousand pixels shows no more of a fence. */
const WHOLE = { seen: null, atMost: 4_000 };

const colorOf = (place: number) => `var(${setLook(place).token})`;

const pathOf = (rings: readonly Position[][], map: FlatMap) =>
	rings
		.map(
			(ring) =>
				`M${ring.map(([longitude, latitude]) => `${map.x(longitude).toFixed(1)} ${map.y(latitude).toFixed(1)}`).join("L")}Z`,
		)
		.join("");

/**
 * Areas and lines of the shapes of each set as one path each: a thousand fences are few elements.
 */
function shapePaths(index: FenceIndex, shapes: Scene["shapes"], map: FlatMap) {
	const degreesPerPixel = (map.seen[2] - map.seen[0]) / map.width;
	const paths = new Map<number, { areas: string; lines: string }>();
	for (const { row, pixels } of shapes) {
		const fence = index.fences[row];
		if (fence === undefined) continue;
		const { area, outline } = fenceShape(fence, pixels, degreesPerPixel, WHOLE);
		const place = index.sets[row] ?? 0;
		const before = paths.get(place) ?? { areas: "", lines: "" };
		const areas = pathOf(area.flat(), map);
		const lines = outline === null ? areas : pathOf(outline, map);
		paths.set(place, { areas: before.areas + areas, lines: before.lines + lines });
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
			{[...paths].map(([place, { areas, lines }]) => (
				<g key={place}>
					<path d={areas} fill={colorOf(place)} fillOpacity="0.25" />
					<path d={lines} fill="none" stroke={colorOf(place)} strokeWidth="1.25" />
				</g>
			))}
			{clusters.map(({ set, count, x, y, row, aside: [right, down] }) => {
				const [left, top] = [map.x(x * 360 - 180) + right * SCALE, map.y(latitudeAt(y)) + down * SCALE];
				const label = formatCount(count);
				const wide = label.length * DIGIT + 8;
				return (
					<g key={row} transform={`translate(${left.toFixed(1)} ${top.toFixed(1)})`}>
						{count === 1 ? (
							<path d={DOT} className="stroke-surface" strokeWidth="1" fill={colorOf(set)} />
						) : (
							<>
								<rect
									x={-wide / 2}
									y="-8"
									width={wide}
									height="16"
									rx="3"
									className="stroke-surface"
									strokeWidth="1"
									fill={colorOf(set)}
								/>
								<text textAnchor="middle" dy="3" fontSize="9" fontWeight="600" className="fill-surface">
									{label}
								</text>
							</>
						)}
					</g>
				);
			})}
		</>
	);
});
