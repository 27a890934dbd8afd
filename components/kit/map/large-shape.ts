import { polygonsOf } from "@/lib/rules/geofences/covers";
import { evenOddArea, trapezoidsOf } from "@/lib/rules/geofences/even-odd";
import type { Bounds, Geofence, Position, Ring } from "@/lib/rules/geofences/geofence";
import { areaWithin } from "@/lib/rules/geofences/running-rings";
import { type ClippedRing, clipRing } from "./clip-ring";
import { bent, turned } from "./drawn-ring";
import type { FenceShape } from "./fence-shape";
import { packPolygon, spanOfLarge } from "./packed-ring";
import { linesOf, thinRing } from "./thin-ring";

/** Positions of a fence on a map: more take longer than a frame, and show no more. */
export const DRAWN_AT_MOST = 12_000;
/** Positions by which a polygon is seen to cross itself, and the share of its area that shows it. */
const OVERVIEW_POSITIONS = 2_000;
const VISIBLE_SHARE = 0.02;

/** A polygon of a fence, as far as it is seen. */
interface Part {
	/** As it is stored. */
	polygon: readonly Ring[];
	rings: ClippedRing[];
}

/** The rings of parts as they are drawn. */
interface Drawn {
	parts: { polygon: readonly Ring[]; rings: number[][]; cut: boolean }[];
	/** Squares in place of polygons too small to have a shape. */
	squares: number[][];
	positions: number;
}

/**
 * A polygon of any number of positions as an area: what is seen of it, without the corners that are
 * nearer than half a pixel, and coarser where these are too many.
 */
export function largeShape(fence: Geofence, degreesPerPixel: number, seen: Bounds | null, atMost: number): FenceShape {
	const span = spanOfLarge(fence);
	const within = seen === null ? null : withinSpan(span, seen);
	const middle =
		within === null ? (span[1] + span[3]) / 2 : (Math.max(span[1], within[1]) + Math.min(span[3], within[3])) / 2;
	const stretch = 1 / Math.max(Math.cos((middle * Math.PI) / 180), 0.05);
	const parts = partsOf(fence, within);
	const grain = { tolerance: degreesPerPixel / 2, stretch, within };
	let drawn = drawParts(parts, grain, atMost);
	while (drawn === null) {
		grain.tolerance *= 2;
		drawn = drawParts(parts, grain, atMost);
	}
	return shapeOf(drawn, degreesPerPixel / 2, within);
}

/**
 * The seen box in the longitudes of a fence; null where its copies around the world show all of it.
 */
function withinSpan([west, , east]: Bounds, seen: Bounds): Bounds | null {
	if (seen[2] - seen[0] >= 180) return null;
	const first = Math.ceil((seen[0] - east) / 360);
	const last = Math.max(first, Math.floor((seen[2] - west) / 360));
	return [seen[0] - 360 * last, seen[1], seen[2] - 360 * first, seen[3]];
}

function partsOf(fence: Geofence, within: Bounds | null): Part[] {
	return polygonsOf(fence).flatMap((polygon) => {
		const rings = packPolygon(polygon).map((ring) =>
			within === null ? { corners: ring.corners, cut: false } : clipRing(ring, within),
		);
		// Outside of its outline nothing is seen of a hole.
		if (rings[0] === undefined || rings[0].corners.length === 0) return [];
		return [{ polygon, rings: rings.filter(({ corners }) => corners.length > 0) }];
	});
}

/** How exactly parts are drawn; see `thinRing`. */
interface Grain {
	tolerance: number;
	stretch: number;
	within: Bounds | null;
}

/** Null when these are more positions than they may be. */
function drawParts(parts: readonly Part[], { tolerance, stretch, within }: Grain, atMost: number): Drawn | null {
	const drawn: Drawn = { parts: [], squares: [], positions: 0 };
	const cells = new Set<string>();
	for (const { polygon, rings } of parts) {
		if (drawn.positions > atMost) return null;
		const [outline, ...holes] = rings.map((ring) => thinRing(ring, tolerance, stretch, within));
		if (outline === undefined) continue;
		if (outline === null) {
			const [x = 0, y = 0] = [rings[0]?.corners[0], rings[0]?.corners[1]];
			const square = squareAt(x, y, tolerance * 2, (tolerance * 2) / stretch);
			const cell = `${square[0]} ${square[1]}`;
			if (cells.has(cell)) continue;
			cells.add(cell);
			drawn.squares.push(square);
			drawn.positions += square.length / 2;
			continue;
		}
		const kept = [outline, ...holes.filter((hole) => hole !== null)];
		drawn.parts.push({ polygon, rings: kept, cut: rings.some(({ cut }) => cut) });
		drawn.positions += countOf(kept);
	}
	return drawn.positions > atMost ? null : drawn;
}

/** The square of a grid around a position. */
function squareAt(x: number, y: number, width: number, height: number): number[] {
	const [west, south] = [Math.floor(x / width) * width, Math.floor(y / height) * height];
	const [east, north] = [west + width, south + height];
	return [west, south, east, south, east, north, west, north, west, south];
}

function shapeOf({ parts, squares }: Drawn, tolerance: number, within: Bounds | null): FenceShape {
	const fine = (ring: readonly number[]) => bent(positions(ring), tolerance);
	const area: Position[][][] = squares.map((square) => [positions(square)]);
	const outline: Position[][] = squares.map(positions);
	let plain = true;
	for (const { polygon, rings, cut } of parts) {
		const trapezoids = isCrossing(polygon) ? trapezoidsOf(rings) : null;
		if (trapezoids === null) area.push(rings.map((ring, place) => turned(fine(ring), place > 0)));
		for (const { south, north, west, east } of trapezoids ?? []) {
			area.push([fine([west[0], south, east[0], south, east[1], north, west[1], north, west[0], south])]);
		}
		if (cut || trapezoids !== null) plain = false;
		outline.push(...(cut && within !== null ? rings.flatMap((ring) => linesOf(ring, within)) : rings).map(fine));
	}
	return { area, outline: plain ? null : outline };
}

const countOf = (rings: readonly (readonly number[])[]) => rings.reduce((sum, ring) => sum + ring.length / 2, 0);

function positions(ring: readonly number[]): Position[] {
	const made: Position[] = [];
	for (let at = 0; at < ring.length; at += 2) made.push([ring[at] as number, ring[at + 1] as number]);
	return made;
}

const crossing = new WeakMap<readonly Ring[], boolean>();

/**
 * Whether the rings of a polygon cross themselves or each other so that it shows: their area by the
 * even-odd rule is another one than that of the outline without those of the holes.
 */
function isCrossing(polygon: readonly Ring[]): boolean {
	const known = crossing.get(polygon);
	if (known !== undefined) return known;
	const rings = overviewOf(polygon);
	const [outline = 0, ...holes] = rings.map((ring) => areaWithin(positions(ring)));
	const area = evenOddArea(rings);
	const expected = holes.reduce((sum, hole) => sum - hole, outline);
	// What takes too long to be taken apart is drawn as it is.
	const found = area !== null && Math.abs(area - expected) > outline * VISIBLE_SHARE;
	crossing.set(polygon, found);
	return found;
}

function overviewOf(polygon: readonly Ring[]): number[][] {
	const packed = packPolygon(polygon);
	const [west, south, east, north] = packed[0]?.box ?? [0, 0, 0, 0];
	let tolerance = Math.max(east - west, north - south) / OVERVIEW_POSITIONS;
	for (;;) {
		const thinned = packed.map(({ corners }) => thinRing({ corners, cut: false }, tolerance, 1, null));
		const rings = thinned.filter((ring) => ring !== null);
		if (countOf(rings) <= OVERVIEW_POSITIONS) return rings;
		tolerance *= 2;
	}
}
