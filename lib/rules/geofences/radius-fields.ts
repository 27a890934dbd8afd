import { MAYBE_RADIUS, RADIUS, wordsOf } from "./heading-words";
import { type Length, metersOf, type NumberStyle, readLength } from "./lengths";

/** The columns or properties of a radius, by their names. */
export interface RadiusFields {
	/**
	 * Those that hold one, with the meters of the unit in the name. What may be one is a further
	 * property, too.
	 */
	taken: readonly { name: string; index: number; meters: number | undefined; isMaybe: boolean }[];
	/** The one that holds the unit, such as `radius_units`. */
	units: { name: string; index: number } | undefined;
	/** A column that looks like a radius and is not used, as its name is not fully understood. */
	untaken: string | undefined;
	/** Places of those whose names mean a radius or its unit alone, wherever they stand. */
	unmistakable: ReadonlySet<number>;
}

/** Words that may stand beside `radius` without a meaning of their own. */
const FILLERS = ["in", "geofence", "fence", "circle"];
const UNITS = ["unit", "units"];

type Kind =
	| { kind: "exact" | "prefixed" | "maybe"; meters: number | undefined }
	| { kind: "units" }
	| { kind: "untaken" };

/** `radius` alone is in meters; `buffer` counts with a unit alone. */
function kindOf(name: string): Kind | undefined {
	// Brackets with a unit say it, and what else they hold is about it: `radius (m, fixed)`.
	const written = wordsOf(name.replace(/\([^()]*\)/, (bracket) => unitsWithin(bracket) ?? bracket));
	const [first = "", ...beside] = written;
	if (MAYBE_RADIUS.has(first) && beside.length === 0) return { kind: "maybe", meters: undefined };
	const isUnit = beside.length === 1 && metersOf(beside[0] ?? "") !== undefined;
	const words = written.map((word) => (RADIUS.has(word) || (isUnit && MAYBE_RADIUS.has(word)) ? "radius" : word));
	if (!words.some((word) => word.startsWith("radius") || word === "buffer")) return undefined;
	const units = words.flatMap((word) => metersOf(word) ?? []);
	const others = words.filter((word) => metersOf(word) === undefined && !FILLERS.includes(word));
	const last = others.at(-1) ?? "";
	const base = others.at(UNITS.includes(last) ? -2 : -1);
	if (base !== "radius" && (base !== "buffer" || units.length === 0)) return { kind: "untaken" };
	if (units.length > 1) return { kind: "untaken" };
	if (UNITS.includes(last)) return { kind: "units" };
	return { kind: others.length === 1 ? "exact" : "prefixed", meters: units[0] };
}

const unitsWithin = (bracket: string) => {
	const units = wordsOf(bracket).filter((word) => metersOf(word) !== undefined);
	return units.length === 0 ? undefined : ` ${units.join(" ")} `;
};

/**
 * Finds the radius among names: `radius`, `radius_km`, `buffer (ft)`; one with a prefix, if alone.
 */
export function findRadiusFields(names: readonly string[]): RadiusFields {
	const found = names.flatMap((name, index) => {
		const kind = kindOf(name);
		return kind === undefined ? [] : [{ name: name.trim(), index, ...kind }];
	});
	const ofKind = (kind: Kind["kind"]) => found.filter((each) => each.kind === kind);
	const [exact, prefixed, units] = [ofKind("exact"), ofKind("prefixed"), ofKind("units")];
	const maybe = ofKind("maybe");
	const taken = exact.length > 0 ? exact : prefixed.length === 1 ? prefixed : maybe.length === 1 ? maybe : [];
	const untaken = [...ofKind("untaken"), ...(taken === prefixed ? [] : prefixed), ...(taken === maybe ? maybe : [])][0];
	return {
		taken: taken.map(({ name, index, ...kind }) => ({
			name,
			index,
			meters: "meters" in kind ? kind.meters : undefined,
			isMaybe: taken === maybe,
		})),
		units: units.length === 1 ? units[0] : undefined,
		untaken: untaken?.name,
		unmistakable: new Set([...exact, ...units].map(({ index }) => index)),
	};
}

/** Deviation up to which two radii are one: by rounding. */
const SAME = 0.001;

/**
 * The radius in meters of one row: undefined where it has none.
 * @param valueIn the row's value by the field's index and name: a number, a text, or nothing
 * @returns the reason where it cannot be read, or two of them differ
 */
export function readRadius(
	{ taken, units }: RadiusFields,
	valueIn: (field: { name: string; index: number }) => unknown,
	style: NumberStyle,
): number | undefined | { refused: string } {
	const unit = units === undefined ? undefined : valueIn(units);
	const beside = isNothing(unit) ? undefined : metersOf(String(unit));
	let radius: number | undefined;
	for (const field of taken) {
		const value = valueIn(field);
		if (isNothing(value)) continue;
		const length = typeof value === "number" ? { value, meters: undefined } : readText(value, field.name, style);
		if (typeof length === "string" && field.isMaybe) continue;
		if (typeof length === "string") return { refused: length };
		if (!isNothing(unit) && beside === undefined) {
			return { refused: `${units?.name ?? ""} must be m, km, mi or ft, and is "${String(unit).slice(0, 40)}"` };
		}
		const meters = oneOf([length.meters, beside, field.meters]);
		if (meters === null) return { refused: `${field.name} names two units` };
		const read = length.value * meters;
		if (radius !== undefined && !(Math.abs(read - radius) <= SAME * radius)) {
			return { refused: `${taken.map(({ name }) => name).join(" and ")} are two different radii` };
		}
		radius ??= read;
	}
	return radius;
}

const isNothing = (value: unknown) =>
	value === undefined || value === null || (typeof value === "string" && value.trim() === "");

function readText(value: unknown, name: string, style: NumberStyle): Length | string {
	if (typeof value !== "string") return `${name} must be a number of meters`;
	return readLength(value.trim(), style);
}

/** The unit that all agree on, meters where none is named; null where they differ. */
function oneOf(units: readonly (number | undefined)[]): number | null {
	const named = new Set(units.filter((unit) => unit !== undefined));
	return named.size > 1 ? null : ([...named][0] ?? 1);
}
