import type { ColumnRole } from "@/lib/rules/geofences/column-roles";
import { readLength, readNumber } from "@/lib/rules/geofences/lengths";
import { type Axis, readCoordinate, readPosition } from "@/lib/rules/geofences/read-position";

type Rows = readonly (readonly string[])[];

const STYLE = { commas: true, points: false };
const MOST: Readonly<Record<Axis, number>> = { latitude: 90, longitude: 180 };
/** Ids and amounts are whole numbers. */
const EXACT = /[.,]\d|[°NSEW]/i;

function isCoordinate(cell: string, axis: Axis): boolean {
	const number = readNumber(cell, STYLE);
	const read = Number.isNaN(number) ? readCoordinate(cell, axis, STYLE) : number;
	return typeof read === "number" && Math.abs(read) <= MOST[axis];
}

/**
 * What the columns of a table without headings hold, by its first rows: the only two columns of exact
 * coordinates are latitude and longitude, in this order unless their values or directions say
 * otherwise; or the only column of positions is both. Undefined where that is not so.
 */
export function guessColumns(rows: Rows): ColumnRole[] | undefined {
	const first = rows[0] ?? [];
	const fitting = rows.filter(({ length }) => length === first.length);
	const columns = first.map((_, index) =>
		fitting.map((row) => (row[index] ?? "").trim()).filter((cell) => cell !== ""),
	);
	const has = (index: number, axis: Axis) => isOf(columns[index] ?? [], (cell) => isCoordinate(cell, axis));
	const exact = columns.flatMap((cells, index) =>
		(has(index, "latitude") || has(index, "longitude")) && cells.some((cell) => EXACT.test(cell)) ? [index] : [],
	);
	const roles = columns.map((): ColumnRole => "property");
	const [one, other, another] = exact;
	if (one !== undefined && other !== undefined && another === undefined) {
		const isAsWritten = has(one, "latitude") && has(other, "longitude");
		if (!isAsWritten && !(has(other, "latitude") && has(one, "longitude"))) return undefined;
		roles[one] = isAsWritten ? "latitude" : "longitude";
		roles[other] = isAsWritten ? "longitude" : "latitude";
	} else {
		const [both, more] = indexesOf(columns, (cell) => !("refused" in readPosition(cell)));
		if (both === undefined || more !== undefined || exact.length > 0) return undefined;
		roles[both] = "coordinates";
	}
	const open = (index: number) => roles[index] === "property";
	const [radius] = indexesOf(columns, hasUnit).filter(open);
	if (radius !== undefined) roles[radius] = "radius";
	const [name] = indexesOf(columns, (cell) => /\p{L}/u.test(cell)).filter(open);
	if (name !== undefined) roles[name] = "name";
	return roles;
}

/** Whether there are cells, and all are so. */
const isOf = (cells: readonly string[], isSo: (cell: string) => boolean) => cells.length > 0 && cells.every(isSo);

const indexesOf = (columns: Rows, isSo: (cell: string) => boolean): number[] =>
	columns.flatMap((cells, index) => (isOf(cells, isSo) ? [index] : []));

function hasUnit(cell: string): boolean {
	const length = readLength(cell, STYLE);
	return typeof length === "object" && length.meters !== undefined;
}

/** Whether a first row is no header: some of its cells are exact numbers. */
export const isHeaderless = (first: readonly string[]): boolean =>
	first.some((cell) => /[.,]\d/.test(cell) && !Number.isNaN(readNumber(cell.trim(), STYLE))) ||
	guessColumns([first]) !== undefined;
