import { asObject } from "@/lib/rules/documents/as-object";
import type { OpenDocument } from "@/lib/rules/documents/open-document";
import { decodeUtf8 } from "@/lib/rules/documents/utf8";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { asSentence } from "@/lib/rules/text/as-sentence";
import { foreignSystem, isTransformable, systemReason } from "./coordinate-system";
import { ForeignJsonError } from "./foreign-json-error";
import { GEOFENCE_LIMITS, type GeofenceRow } from "./geofence";
import { type JsonItem, JsonSplitter } from "./json-splitter";
import { loneFeature } from "./lone-feature";
import { readFeature } from "./read-feature";

/**
 * Streams the geofences of GeoJSON (docs/contract.md, Geofences): FeatureCollections, Features,
 * geometries and lists of them, one after the other, by lines or record separators, in any mixture.
 * Rows carry the first line of their feature, and reasons its number in a list, because many such
 * files have one line only. Invalid JSON refuses a collection as a whole, and an object of its own
 * alone.
 * @throws InvalidArgumentError for a collection that is not valid JSON; ForeignJsonError for a
 *   collection, and for the only Feature or geometry of a file, that is not in WGS 84
 */
export async function* parseJson(
	{ body, line }: Pick<OpenDocument, "body" | "line">,
	bufferMeters?: number,
): AsyncGenerator<GeofenceRow> {
	const splitter = new JsonSplitter({ line });
	const rows = new JsonRows(bufferMeters);
	for await (const chunk of body) {
		for (const item of splitter.push(chunk)) yield* rows.of(item);
	}
	for (const item of splitter.end()) yield* rows.of(item);
	rows.end();
}

const isTooLarge = (bytes: Uint8Array | null): bytes is null =>
	bytes === null || bytes.length > GEOFENCE_LIMITS.featureBytes;
const TOO_LARGE = `larger than ${GEOFENCE_LIMITS.featureBytes / 1024 ** 2} MB`;

/** The rows of the parts of a file. */
export class JsonRows {
	/** Of the current list. */
	#position = 0;
	/**
	 * The line of the last object that could not be read: the rest of that line is no row of its own.
	 */
	#brokenLine = 0;
	/** A Feature or geometry in another system, while it is all that the file holds. */
	#foreign: { line: number; system: string } | undefined;
	#begun = false;
	readonly #bufferMeters: number | undefined;

	constructor(bufferMeters?: number) {
		this.#bufferMeters = bufferMeters;
	}

	*of(item: JsonItem): Generator<GeofenceRow> {
		const isFirst = !this.#begun;
		this.#begun = true;
		if (this.#foreign !== undefined) {
			const { line, system } = this.#foreign;
			this.#foreign = undefined;
			yield { line, refused: sentence("", systemReason("geometry", system)) };
		}
		if (item.kind === "element") {
			this.#position += 1;
			yield* this.#element(item, `Feature ${this.#position}: `);
			return;
		}
		this.#position = 0;
		if (item.kind === "envelope") {
			if (isCutOff(checkEnvelope(item))) yield { line: item.line, isCutOff: true };
		} else if (item.kind === "value") yield* this.#value(item, isFirst);
		else if (item.line !== this.#brokenLine) yield this.#broken(item.line);
	}

	#broken(line: number): GeofenceRow {
		this.#brokenLine = line;
		return { line, refused: "Not valid JSON." };
	}

	*#element({ line, bytes }: JsonItem, label: string): Generator<GeofenceRow> {
		if (isTooLarge(bytes)) yield { line, refused: `${label}${TOO_LARGE}.` };
		else yield* rowsOf(parsed(bytes, line, label), line, label, this.#bufferMeters);
	}

	/**
	 * Ends the file.
	 * @throws ForeignJsonError when all of it is a Feature or geometry in another coordinate system
	 */
	end(): void {
		if (this.#foreign !== undefined)
			throw new ForeignJsonError(systemReason("the file", this.#foreign.system), "geojson");
	}

	*#value({ line, bytes }: JsonItem, isFirst: boolean): Generator<GeofenceRow> {
		if (isTooLarge(bytes)) {
			yield { line, refused: asSentence(TOO_LARGE) };
			return;
		}
		const text = decodeUtf8(bytes, line);
		let value: unknown;
		try {
			value = JSON.parse(text);
		} catch {
			yield this.#broken(line);
			return;
		}
		const { type } = value as { type?: unknown };
		if (type === "Topology") {
			throw new ForeignJsonError("the file is TopoJSON, which is not read: convert it to GeoJSON", "topojson");
		}
		if (type === "FeatureCollection") {
			throw new InvalidArgumentError(`the FeatureCollection in line ${line} must have a list named features`);
		}
		const { crs } = value as { crs?: unknown };
		// GDAL transforms what the outermost object says.
		const system = isFirst && loneFeature(value) !== undefined && isTransformable(crs) ? foreignSystem(crs) : undefined;
		if (system !== undefined) this.#foreign = { line, system };
		else yield* rowsOf(value, line, "", this.#bufferMeters);
	}
}

function parsed(bytes: Uint8Array, line: number, label: string): unknown {
	const text = decodeUtf8(bytes, line);
	try {
		return JSON.parse(text);
	} catch {
		const which = label.replace(/^F|: $/g, (part) => (part === "F" ? "f" : ""));
		throw new InvalidArgumentError(`the file is not valid JSON: ${which} (line ${line}) cannot be read`);
	}
}

/** The row of an object; of a collection within a list, the rows of its features. */
function* rowsOf(value: unknown, line: number, label: string, bufferMeters?: number): Generator<GeofenceRow> {
	const { type, features, crs } = (value ?? {}) as { type?: unknown; features?: unknown; crs?: unknown };
	if (type !== "FeatureCollection" || !Array.isArray(features)) {
		yield* rowsOfFeature(value, line, label, bufferMeters);
		return;
	}
	const system = foreignSystem(crs);
	if (system !== undefined) yield { line, refused: sentence(label, systemReason("the collection", system)) };
	else for (const feature of features as unknown[]) yield* rowsOfFeature(feature, line, label, bufferMeters);
}

/** @param label `Feature 3: `, or nothing for an object of its own */
export function* rowsOfFeature(
	value: unknown,
	line: number,
	label: string,
	bufferMeters?: number,
): Generator<GeofenceRow> {
	for (const row of readFeature(value, bufferMeters)) {
		yield "geofence" in row ? { line, ...row } : { line, refused: sentence(label, row.refused) };
	}
}

const sentence = (label: string, reason: string) => (label === "" ? asSentence(reason) : `${label}${reason}.`);

/** Whether a server says that it left features out. */
function isCutOff(collection: Record<string, unknown>): boolean {
	const { exceededTransferLimit, numberMatched, numberReturned } = {
		...asObject(collection.properties),
		...collection,
	};
	return exceededTransferLimit === true || Number(numberMatched) > Number(numberReturned);
}

/** Checks the object around a list of features. */
function checkEnvelope({ line, bytes }: JsonItem): Record<string, unknown> {
	let document: unknown;
	const text = decodeUtf8(bytes ?? new Uint8Array(0), line);
	try {
		document = JSON.parse(text);
	} catch {
		throw new InvalidArgumentError("the file is not valid JSON: the part around its features cannot be read");
	}
	const { type, crs, ...others } = document as Record<string, unknown>;
	if (type !== "FeatureCollection") {
		if ("geometryType" in others || "spatialReference" in others) {
			throw new ForeignJsonError("the file is Esri JSON, which is not read: convert it to GeoJSON", "esri");
		}
		throw new InvalidArgumentError("the file must be a GeoJSON FeatureCollection, Feature or geometry");
	}
	const system = foreignSystem(crs);
	if (system === undefined) return others;
	const reason = systemReason("the file", system);
	throw isTransformable(crs) ? new ForeignJsonError(reason, "geojson") : new InvalidArgumentError(reason);
}
