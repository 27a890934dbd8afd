import { constants } from "node:fs";
import { copyFile, open, readFile, stat, writeFile } from "node:fs/promises";
import { asObject } from "@/lib/rules/documents/as-object";
import { TooLargeError } from "@/lib/rules/errors";
import { LARGEST_PARSED, parseObject } from "./parse-object";
import { END_BYTES, headOf } from "./read-ends";

/** Where Esri JSON has its list of fields, looked for at its beginning. */
const FIELDS = /"fields"\s*:\s*\[/;
/** Esri's own numbers of Web Mercator, which the registry does not have. */
const ESRI_MERCATOR = /"wkid"\s*:\s*(?:102100|102113|900913)(?!\d)/;
const MERCATOR = "  3857";

type Properties = Record<string, unknown>;

/**
 * Writes Esri JSON as GDAL reads it: with a list of its fields, and without the shapes at which GDAL
 * refuses the whole file, which are refused alone then. Of a large file, it must be what it is.
 * @throws InvalidArgumentError, TooLargeError
 */
export async function writeReadableEsri(path: string, to: string): Promise<void> {
	const { size } = await stat(path);
	if (size <= LARGEST_PARSED) {
		await writeFile(to, readable(parseObject(await readFile(path))), { flag: "wx", mode: 0o600 });
	} else if (FIELDS.test((await headOf(path, END_BYTES)).toString("latin1"))) {
		await copyFile(path, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
	} else {
		throw new TooLargeError(
			`Esri JSON that does not begin with its list of "fields" has at most ${LARGEST_PARSED.toLocaleString("en-US")} bytes`,
		);
	}
	await renumberMercator(to);
}

function readable(document: Properties): string {
	const { features, hasZ: _heights, hasM: _measures, ...others } = document;
	if (!Array.isArray(features)) return JSON.stringify(document);
	const shaped = features.map((feature) => ({
		attributes: asObject(asObject(feature)?.attributes) ?? {},
		geometry: shapeOf(asObject(asObject(feature)?.geometry)),
	}));
	const fields = Array.isArray(others.fields) ? others.fields : fieldsOf(shaped.map(({ attributes }) => attributes));
	return JSON.stringify({ ...others, fields, features: shaped });
}

/** A field that only later features have is one, too; of mixed values it holds texts. */
function fieldsOf(rows: readonly Properties[]): object[] {
	const numeric = new Map<string, boolean>();
	for (const row of rows) {
		for (const [name, value] of Object.entries(row)) {
			if (value !== null) numeric.set(name, (numeric.get(name) ?? true) && typeof value === "number");
			else if (!numeric.has(name)) numeric.set(name, true);
		}
	}
	return [...numeric].map(([name, isNumeric]) => ({
		name,
		type: isNumeric ? "esriFieldTypeDouble" : "esriFieldTypeString",
	}));
}

const isNumber = (value: unknown): value is number => typeof value === "number";

/** A shape without heights and measures; null for one that is none, as an empty point is NaN here. */
function shapeOf(geometry: Properties | undefined): Properties | null {
	if (geometry === undefined) return null;
	const { z: _height, m: _measure, hasZ: _heights, hasM: _measures, ...shape } = geometry;
	if ("x" in shape || "y" in shape) {
		const [x, y] = [shape.x, shape.y].map((value) =>
			typeof value === "string" ? Number(value.trim() || "NaN") : value,
		);
		return isNumber(x) && isNumber(y) && Number.isFinite(x + y) ? { ...shape, x, y } : null;
	}
	for (const parts of ["points", "paths", "rings"]) {
		if (!(parts in shape)) continue;
		const read = parts === "points" ? positionsOf(shape[parts]) : listOf(shape[parts], positionsOf);
		return read === null ? null : { ...shape, [parts]: read };
	}
	return shape;
}

function listOf<Element>(value: unknown, read: (each: unknown) => Element | null): Element[] | null {
	if (!Array.isArray(value)) return null;
	const elements = value.map(read);
	return elements.includes(null) ? null : (elements as Element[]);
}

const positionsOf = (value: unknown) =>
	listOf(value, (each) => (Array.isArray(each) && isNumber(each[0]) && isNumber(each[1]) ? [each[0], each[1]] : null));

/** Gives Web Mercator its number in the registry, at either end of Esri JSON. */
async function renumberMercator(path: string): Promise<void> {
	const file = await open(path, "r+");
	try {
		const { size } = await file.stat();
		for (const start of new Set([0, Math.max(0, size - END_BYTES)])) {
			const bytes = Buffer.alloc(Math.min(END_BYTES, size));
			await file.read(bytes, 0, bytes.length, start);
			const found = ESRI_MERCATOR.exec(bytes.toString("latin1"));
			if (found !== null) await file.write(MERCATOR, start + found.index + found[0].length - MERCATOR.length);
		}
	} finally {
		await file.close();
	}
}
