import { asObject } from "@/lib/rules/documents/as-object";
import { bufferLines } from "./buffer-lines";
import { systemReason, systemWithin } from "./coordinate-system";
import type { AcceptedGeofence } from "./geofence";
import { loneFeature } from "./lone-feature";
import { normalizeFeature } from "./normalize-geofence";
import { findRadiusFields, type RadiusFields, readRadius } from "./radius-fields";

/** Numbers of JSON have decimal points. */
const JSON_NUMBERS = { commas: false, points: true };
const AREAS: readonly unknown[] = ["Polygon", "MultiPolygon"];

/** A geofence, or the reason why it is refused. */
export type Judged = AcceptedGeofence | { refused: string };

/**
 * Reads a Feature or geometry of an import (any parsed JSON): its coordinate system, and its radius
 * with the unit that stands beside it (docs/contract.md, Geofences). Yields its geofences, or
 * reasons; never throws.
 * @param bufferMeters the area around lines, which cover nothing by themselves
 */
export function* readFeature(value: unknown, bufferMeters?: number): Generator<Judged> {
	let feature = loneFeature(value) as { properties?: unknown; geometry?: unknown } | undefined;
	const system = feature === undefined ? undefined : systemWithin(value);
	if (system !== undefined) return yield { refused: systemReason("geometry", system) };
	if (feature !== undefined && bufferMeters !== undefined) {
		const geometry = bufferLines(feature.geometry, bufferMeters);
		if (typeof geometry === "string") return yield { refused: geometry };
		feature = { ...feature, geometry };
	}
	const given = asObject(feature?.properties);
	if (feature === undefined || given === undefined) return yield* normalize(feature ?? value);
	const name = nameIn(given);
	// The shape of an area says everything: a radius beside it is the one that it was drawn by.
	if (isArea(feature.geometry)) return yield* normalize({ ...feature, properties: { name } });
	const fields = fieldsOf(Object.keys(given));
	const radius = readRadius(fields, (field) => given[field.name], JSON_NUMBERS);
	if (typeof radius === "object") return yield { refused: `properties.${radius.refused}` };
	for (const row of normalize({ ...feature, properties: { name, radius } })) yield withUntaken(row, fields);
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

/** `name`, or the one property that is called so in other letters, as in files made from KML. */
function nameIn(properties: Record<string, unknown>): unknown {
	if (properties.name !== undefined) return properties.name;
	const named = Object.keys(properties).filter((key) => key.toLowerCase() === "name");
	return named.length === 1 ? properties[named[0] as string] : undefined;
}

/** Features of one file have the same properties: the last ones are kept. */
let last: { names: readonly string[]; fields: RadiusFields } = { names: [], fields: findRadiusFields([]) };

function fieldsOf(names: readonly string[]): RadiusFields {
	const same = names.length === last.names.length && names.every((name, index) => name === last.names[index]);
	if (!same) last = { names, fields: findRadiusFields(names) };
	return last.fields;
}
