import type { Box } from "@/lib/formats/box";
import type { Cell } from "@/lib/formats/cell-grid";
import type { PolygonGeometry } from "@/lib/formats/polygon-geometry";
import { writeUnitVector } from "@/lib/formats/sphere";
import { cosDegrees, sinDegrees } from "@/lib/formats/trigonometry";

/** What a fence has to do with a cell: nothing, only a test of the point can tell, or all of the cell is inside. */
export type Relation = "outside" | "border" | "inside";

/** In radians, half a millimetre: far above what rounding does to a distance, far below any fence. */
const ANGLE_MARGIN = 1e-10;

/** A cell with what circles are compared with: its centre, and a circle around it that contains it. */
export interface MeasuredCell {
	box: Box;
	centre: Float64Array;
	/** radians */
	reach: number;
}

export function measureCell(cell: Cell): MeasuredCell {
	const { west, south, east, north } = cell.box;
	const latitude = (south + north) / 2;
	const centre = new Float64Array(3);
	writeUnitVector(Math.max(-90, Math.min(90, latitude)), (west + east) / 2, centre, 0);
	// Haversine from the centre to the farthest point, with the largest cosine that a latitude of the cell can have.
	const widest = south <= 0 && north >= 0 ? 1 : Math.max(cosDegrees(south), cosDegrees(north));
	const sinHeight = sinDegrees((north - south) / 4);
	const sinWidth = sinDegrees((east - west) / 4);
	const square = sinHeight * sinHeight + widest * widest * sinWidth * sinWidth;
	return { box: cell.box, centre, reach: 2 * Math.asin(Math.min(1, Math.sqrt(square))) + ANGLE_MARGIN };
}

/** A circle's radius in radians, from its squared chord; more than half the way round for one that contains everything. */
export function circleAngle(limit: number): number {
	return limit > 4 ? 2 * Math.PI : chordAngle(limit);
}

/**
 * The relation of a circle (unit vector at `offset`, radius as `circleAngle` gives it) to a cell, by the triangle inequality: never
 * `outside` or `inside` unless that holds for every point of the cell, margins included.
 */
export function classifyCircle(cell: MeasuredCell, circles: Float64Array, offset: number, radius: number): Relation {
	const dx = (cell.centre[0] as number) - (circles[offset] as number);
	const dy = (cell.centre[1] as number) - (circles[offset + 1] as number);
	const dz = (cell.centre[2] as number) - (circles[offset + 2] as number);
	const distance = chordAngle(dx * dx + dy * dy + dz * dz);
	if (distance + cell.reach + ANGLE_MARGIN <= radius) return "inside";
	return distance - cell.reach - ANGLE_MARGIN > radius ? "outside" : "border";
}

/** The angle (radians) that a squared chord of the unit sphere spans. */
function chordAngle(square: number): number {
	return 2 * Math.asin(Math.min(1, Math.sqrt(square) / 2));
}

/** The relation of a polygon to a cell: where no edge comes near the cell, one point speaks for all of it. */
export function classifyPolygon(cell: MeasuredCell, polygons: PolygonGeometry, index: number): Relation {
	const { west, south, east, north } = cell.box;
	if (polygons.hasEdgeNear(index, cell.box)) return "border";
	return polygons.contains(index, (west + east) / 2, (south + north) / 2) ? "inside" : "outside";
}
