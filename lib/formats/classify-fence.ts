import type { Box } from "@/lib/formats/box";
import type { Cell } from "@/lib/formats/cell-grid";
import type { PolygonGeometry } from "@/lib/formats/polygon-geometry";
import { writeUnitVector } from "@/lib/formats/sphere";
import { cosDegrees, sinDegrees } from "@/lib/formats/trigonometry";

/** How a fence relates to a cell: disjoint, undecided, or covering all of it. */
export type Relation = "outside" | "border" | "inside";

/** In radians, half a millimeter: far above rounding errors of distances, far below any fence. */
const ANGLE_MARGIN = 1e-10;

/** A cell with its center and the radius of its circumscribed circle. */
export interface MeasuredCell {
	box: Box;
	center: Float64Array;
	/** radians */
	reach: number;
}

export function measureCell(cell: Cell): MeasuredCell {
	const { west, south, east, north } = cell.box;
	const latitude = (south + north) / 2;
	const center = new Float64Array(3);
	writeUnitVector(Math.max(-90, Math.min(90, latitude)), (west + east) / 2, center, 0);
	// Haversine to the farthest corner, with the largest cosine of latitude in the cell.
	const widest = south <= 0 && north >= 0 ? 1 : Math.max(cosDegrees(south), cosDegrees(north));
	const sinHeight = sinDegrees((north - south) / 4);
	const sinWidth = sinDegrees((east - west) / 4);
	const square = sinHeight * sinHeight + widest * widest * sinWidth * sinWidth;
	return { box: cell.box, center, reach: 2 * Math.asin(Math.min(1, Math.sqrt(square))) + ANGLE_MARGIN };
}

/** A circle's radius in radians from its squared chord; above pi when it contains everything. */
export function circleAngle(limit: number): number {
	return limit > 4 ? 2 * Math.PI : chordAngle(limit);
}

/**
 * Relation of a circle (unit vector at `offset`, radius from `circleAngle`) to a cell, by the
 * triangle inequality. `outside` and `inside` hold for every point of the cell, margins included.
 */
export function classifyCircle(cell: MeasuredCell, circles: Float64Array, offset: number, radius: number): Relation {
	const dx = (cell.center[0] as number) - (circles[offset] as number);
	const dy = (cell.center[1] as number) - (circles[offset + 1] as number);
	const dz = (cell.center[2] as number) - (circles[offset + 2] as number);
	const distance = chordAngle(dx * dx + dy * dy + dz * dz);
	if (distance + cell.reach + ANGLE_MARGIN <= radius) return "inside";
	return distance - cell.reach - ANGLE_MARGIN > radius ? "outside" : "border";
}

/** The angle (radians) that a squared chord of the unit sphere spans. */
function chordAngle(square: number): number {
	return 2 * Math.asin(Math.min(1, Math.sqrt(square) / 2));
}

/** Relation of a polygon to a cell: without an edge nearby, one point decides for the cell. */
export function classifyPolygon(cell: MeasuredCell, polygons: PolygonGeometry, index: number): Relation {
	const { west, south, east, north } = cell.box;
	if (polygons.hasEdgeNear(index, cell.box)) return "border";
	return polygons.contains(index, (west + east) / 2, (south + north) / 2) ? "inside" : "outside";
}
