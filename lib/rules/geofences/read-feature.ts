import { asObject } from "@/lib/rules/documents/as-object";
import { bufferLines } from "./buffer-lines";
import { systemReason, systemWithin } from "./coordinate-system";
import { type Details, isBlank, REASON, readDetails, readId, withDetails } from "./further-properties";
import type { AcceptedGeofence } from "./geofence";
import { loneFeature } from "./lone-feature";
import { normalizeFeature } from "./normalize-geofence";
import { findRadiusFields, type RadiusFields, readRadius } from "./radius-fields";

/** Numbers of JSON have decimal points. */
const JSON_NUMBERS = { commas: false, points: true };
const AREAS: readonly unknown[] = ["Polygon", "MultiPolygon"];

/** A geofence, or the reason why it is refused. */
export type Judged = AcceptedGeofence | { refused: string };

type Properties = Record<string, unknown>;

/**
 * Reads a Feature or geometry of an import (any parsed JSON): its coordinate system, its radius with
 * the unit that stands beside it, its id and its further properties (docs/contract.md, Geofences).
 * Yields its geofences, or reasons; never throws.
 * @param bufferMeters the area around lines, which cover nothing by themselves
 */
export function* readFeature(value: unknown, bufferMeters?: number): Generator<Judged> {
	let feature = loneFeature(value) as { id?: unknown; properties?: unknown; geometry?: unknown } | undefined;
	const system = feature === undefined ? undefined : systemWithin(value);
	if (system !== undefined) return yield { refused: systemReason("geometry", system) };
	if (feature !== undefined && bufferMeters !== undefined) {
		const geometry = bufferLines(feature.geometry, bufferMeters);
		if (typeof geometry === "string") return yield { refused: geometry };
		feature = { ...feature, geometry };
	}
	const given = feature?.properties === null ? {} : asObject(feature?.properties ?? {});
	if (feature === undefined || given === undefined) return yield* normalize(feature ?? value);
	const nameKey = keyCalled("name", given);
	const names = Object.keys(given);
	const fields = fieldsOf(names);
	// The shape of an area says everything: a radius beside it is the one that it was drawn by.
	const taken = isArea(feature.geometry) ? [] : fields.taken;
	const radius = taken.length === 0 ? undefined : readRadius(fields, (field) => given[field.name], JSON_NUMBERS);
	if (typeof radius === "object") return yield { refused: `properties.${radius.refused}` };
	const name = nameKey === undefined ? undefined : given[nameKey];
	const used = new Set([...fields.unmistakable, ...taken.flatMap(({ index, isMaybe }) => (isMaybe ? [] : [index]))]);
	const further = names.filter((key, index) => key !== nameKey && key !== REASON && !used.has(index));
	const details = detailsOf(feature.id, given, further);
	for (const row of normalize({ ...feature, properties: { name, radius } })) {
		yield withDetails(withUntaken(row, fields), details);
	}
}

/** The id is the Feature's, or else the property that is called so, which then is no further one. */
function detailsOf(featureId: unknown, given: Properties, further: readonly string[]): Details {
	const idKey = keyCalled("id", given);
	const property = idKey === undefined ? undefined : given[idKey];
	const isKey = typeof property === "string" || typeof property === "number";
	const own = readId(featureId);
	const another = typeof own === "string" && readId(property) !== own;
	const entries = further.flatMap((key) => (key === idKey && isKey && !another ? [] : [[key, given[key]] as const]));
	return readDetails([featureId, isKey ? property : undefined], entries);
}

function* normalize(feature: unknown): Generator<Judged> {
	const judged = normalizeFeature(feature);
	if ("refused" in judged) yield judged;
	else yield* judged;
}

/** Whether a geometry has no use for a radius. */
export const isArea = (geometry: unknown): boolean => AREAS.includes((geometry as { type?: unknown } | null)?.type);

/** Notes the field that looks like a radius beside a geofence that has none. */
export function withUntaken(row: Judged, { untaken }: RadiusFields): Judged {
	if (!("geofence" in row) || row.defaultRadius !== true || untaken === undefined) return row;
	return { ...row, untakenRadius: untaken };
}

/**
 * The property called `word`, or the one that is called so in other letters, as in files made from
 * KML; properties that say nothing do not count.
 */
function keyCalled(word: string, given: Properties): string | undefined {
	if (!isBlank(given[word])) return word;
	const called = Object.keys(given).filter(
		(key) => key.length === word.length && key.toLowerCase() === word && !isBlank(given[key]),
	);
	return called.length === 1 ? called[0] : undefined;
}

/** Features of one file have the same properties: the last ones are kept. */
let last: { names: readonly string[]; fields: RadiusFields } = { names: [], fields: findRadiusFields([]) };

function fieldsOf(names: readonly string[]): RadiusFields {
	const same = names.length === last.names.length && names.every((name, index) => name === last.names[index]);
	if (!same) last = { names, fields: findRadiusFields(names) };
	return last.fields;
}
