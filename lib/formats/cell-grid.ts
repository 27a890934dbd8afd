import type { Box } from "@/lib/formats/box";
import { cosDegrees } from "@/lib/formats/trigonometry";

/**
 * The grid of the cell tree: rows of 1/16 degree of latitude, each divided into about square
 * columns, so that a cell is some seven kilometers wide everywhere. A root cell divides into 4 x 4
 * cells up to three times, down to some 110 meters.
 */
export const ROWS_PER_DEGREE = 16;
export const MAX_DEPTH = 3;
export const CHILDREN = 16;
/** Cells of the deepest level along one side of a root cell. */
export const FINEST_PER_SIDE = 64;

const ROWS = 180 * ROWS_PER_DEGREE;
const COLUMN_BITS = 13;
/** One above the largest key of a root cell. */
export const KEY_LIMIT = ROWS << COLUMN_BITS;

/** Cells are enlarged by this margin (degrees), far more than any rounding error. */
const CELL_MARGIN = 1e-9;

/** Columns per row: 5760 at the equator, fewer by the cosine of the latitude, at least 1. */
const COLUMNS = Float64Array.from({ length: ROWS }, (_, row) =>
	Math.max(1, Math.round(360 * ROWS_PER_DEGREE * cosDegrees((row + 0.5) / ROWS_PER_DEGREE - 90))),
);

/** Fractional row of a latitude; the north pole is in the last row. */
export function rowPosition(latitude: number): number {
	return Math.min((latitude + 90) * ROWS_PER_DEGREE, ROWS - 2 ** -20);
}

/** Fractional column of a longitude in a row, clamped to the last column against rounding. */
export function columnPosition(longitude: number, row: number): number {
	const columns = COLUMNS[row] as number;
	return Math.min(((longitude + 180) / 360) * columns, columns - 2 ** -20);
}

export function rootKey(row: number, column: number): number {
	return (row << COLUMN_BITS) | column;
}

/** A square part of root cell `key`, in cells of the deepest level; `box` includes the margin. */
export interface Cell {
	key: number;
	x: number;
	y: number;
	side: number;
	box: Box;
}

export function rootCell(key: number): Cell {
	return makeCell(key, 0, 0, FINEST_PER_SIDE);
}

/** Child 0 is in the southwest, child 3 in the southeast, child 15 in the northeast. */
export function childCell(cell: Cell, child: number): Cell {
	const side = cell.side / 4;
	return makeCell(cell.key, cell.x + (child & 3) * side, cell.y + (child >> 2) * side, side);
}

function makeCell(key: number, x: number, y: number, side: number): Cell {
	const row = key >> COLUMN_BITS;
	const column = key & ((1 << COLUMN_BITS) - 1);
	const columns = COLUMNS[row] as number;
	const box = {
		west: ((column + x / FINEST_PER_SIDE) / columns) * 360 - 180 - CELL_MARGIN,
		south: (row + y / FINEST_PER_SIDE) / ROWS_PER_DEGREE - 90 - CELL_MARGIN,
		east: ((column + (x + side) / FINEST_PER_SIDE) / columns) * 360 - 180 + CELL_MARGIN,
		north: (row + (y + side) / FINEST_PER_SIDE) / ROWS_PER_DEGREE - 90 + CELL_MARGIN,
	};
	return { key, x, y, side, box };
}

/** Calls `visit` for runs of root cells that a box may touch, row by row, until it is false. */
export function visitRootCells(
	west: number,
	south: number,
	east: number,
	north: number,
	visit: (row: number, firstColumn: number, lastColumn: number) => boolean,
): void {
	const firstRow = Math.max(0, Math.floor(rowPosition(south - CELL_MARGIN)));
	const lastRow = Math.min(ROWS - 1, Math.floor(rowPosition(north + CELL_MARGIN)));
	for (let row = firstRow; row <= lastRow; row++) {
		const first = Math.max(0, Math.floor(columnPosition(west - CELL_MARGIN, row)));
		const last = Math.min((COLUMNS[row] as number) - 1, Math.floor(columnPosition(east + CELL_MARGIN, row)));
		if (!visit(row, first, last)) return;
	}
}

/** Number of root cells that a box may touch; stops counting beyond `limit`. */
export function countRootCells(west: number, south: number, east: number, north: number, limit: number): number {
	let count = 0;
	visitRootCells(west, south, east, north, (_, first, last) => {
		count += last - first + 1;
		return count <= limit;
	});
	return count;
}
