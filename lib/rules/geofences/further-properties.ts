import { comparableText } from "@/lib/rules/text/comparable-text";
import { isValidText } from "@/lib/rules/text/is-valid-text";
import { type AcceptedGeofence, GEOFENCE_LIMITS, type Geofence } from "./geofence";

export type PropertyValue = string | number | boolean;
/** A property beside `radius` and `name`. */
export type FurtherProperty = readonly [name: string, value: PropertyValue];

/** The column or property in which a file of refused rows has the reasons; nothing of a geofence. */
export const REASON = "refused_because";

/** The properties of a geofence beside `radius` and `name`, in their order. */
export const furtherProperties = ({ properties }: Geofence): FurtherProperty[] =>
	Object.entries(properties).filter(([name]) => name !== "radius" && name !== "name");

/** The stored parts of a row beside its shape, radius and name. */
export interface Details {
	id: string | undefined;
	further: readonly FurtherProperty[];
	/** Dropped properties, each with the reason. */
	leftOut: readonly string[];
}

export const NO_DETAILS: Details = { id: undefined, further: [], leftOut: [] };

/** Whether a property is empty: no format distinguishes a blank text from none. */
export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === "string" && value.trim() === "");

/**
 * Reads the id and the further properties of a row (docs/contract.md, Ids and properties of
 * geofences). Unusable properties are dropped and listed by name; the geofence stays valid.
 * @param ids the first of them that can be kept is the id
 */
export function readDetails(ids: readonly unknown[], properties: Iterable<readonly [string, unknown]>): Details {
	const leftOut: string[] = [];
	let id: string | undefined;
	for (const value of ids) {
		const read = id ?? readId(value);
		if (typeof read === "object") leftOut.push(`"id" (${read.reason})`);
		else id = read;
	}
	const further = new Map<string, PropertyValue>();
	for (const [given, value] of properties) {
		if (isBlank(value)) continue;
		const name = given.trim();
		const reason = reasonAgainst(name, value, further);
		if (reason === null) further.set(name, typeof value === "string" ? value.trim() : (value as PropertyValue));
		else leftOut.push(`"${name.slice(0, 40)}" (${reason})`);
	}
	return { id, further: [...further], leftOut };
}

/** The id that a value is, or why it is none; undefined for a blank one. */
export function readId(value: unknown): string | undefined | { reason: string } {
	if (isBlank(value)) return undefined;
	if (typeof value !== "string" && typeof value !== "number") return { reason: "neither text nor number" };
	const id = comparableText(String(value));
	if (id.length > GEOFENCE_LIMITS.id) return { reason: `more than ${GEOFENCE_LIMITS.id} characters` };
	if (!isValidText(id) || /[\r\n]/.test(id)) return { reason: "not valid text" };
	return id === "" ? undefined : id;
}

function reasonAgainst(name: string, value: unknown, kept: ReadonlyMap<string, unknown>): string | null {
	const { propertyName, propertyText, properties } = GEOFENCE_LIMITS;
	if (name.length > propertyName) return `its name has more than ${propertyName} characters`;
	// An object takes a property of this name for what it inherits from.
	if (name === "" || name === "__proto__" || !isValidText(name)) return "its name is not valid text";
	if (name === "radius" || name === "name") return "a geofence has one of its own";
	if (kept.has(name)) return "it is there twice";
	if (typeof value === "number" ? !Number.isFinite(value) : typeof value !== "string" && typeof value !== "boolean") {
		return "neither text, number, true nor false";
	}
	if (typeof value === "string") {
		if (value.trim().length > propertyText) return `more than ${propertyText} characters`;
		if (!isValidText(value)) return "not valid text";
	}
	return kept.size === properties ? `more than ${properties} properties` : null;
}

/** A row with what is kept beside its shape, radius and name. */
export function withDetails<Row extends AcceptedGeofence | { refused: string }>(row: Row, details: Details): Row {
	if (!("geofence" in row)) return row;
	const { id, further, leftOut } = details;
	const noticed = leftOut.length === 0 ? row : { ...row, leftOut };
	if (id === undefined && further.length === 0) return noticed;
	const { geometry, properties } = row.geofence;
	const geofence = {
		type: "Feature",
		...(id === undefined ? {} : { id }),
		geometry,
		properties: further.length === 0 ? properties : { ...properties, ...Object.fromEntries(further) },
	} as Geofence;
	return { ...noticed, geofence };
}

/** A geofence without its id and further properties, for those who see no more than its answers. */
export function bareGeofence({ type, geometry, properties }: Geofence): Geofence {
	const { radius, name } = properties as { radius?: number; name?: string };
	const own = { ...(radius === undefined ? {} : { radius }), ...(name === undefined ? {} : { name }) };
	return { type, geometry, properties: own } as Geofence;
}
