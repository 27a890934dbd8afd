import { REASON } from "./further-properties";
import { wordsOf } from "./heading-words";
import { metersOf } from "./lengths";
import { findRadiusFields } from "./radius-fields";

/** What a column of geofences can hold, by the heading that says so. */
export const CHOSEN_FIELDS = ["latitude", "longitude", "coordinates", "wkt", "radius", "name", "id"] as const;
export type ChosenField = (typeof CHOSEN_FIELDS)[number];

/** The headings of columns, as people named them where the headings do not say it, or say it wrongly. */
export interface ColumnChoice extends Readonly<Partial<Record<ChosenField, string | undefined>>> {
	/** All headings of the only tables that it is for, in their order: there it goes before them. */
	readonly headings?: string[] | undefined;
	/** Headings of columns that are left out, which would be further properties. */
	readonly ignored?: string[] | undefined;
}

/** Whether a choice has what a geofence needs. */
export const isWholeChoice = ({ latitude, longitude, coordinates, wkt }: ColumnChoice): boolean =>
	(latitude !== undefined && longitude !== undefined) || coordinates !== undefined || wkt !== undefined;

/**
 * The headings as they would be read by themselves: chosen ones by what they hold, and all others
 * without a meaning. Undefined where a chosen heading is missing, or stands there twice.
 */
export function headingsBy(choice: ColumnChoice, written: readonly string[]): string[] | undefined {
	if (choice.headings !== undefined && !isFor(choice.headings, written)) return undefined;
	const headings = written.map(() => "");
	const units = choice.headings === undefined ? undefined : findRadiusFields(written).units;
	if (units !== undefined && choice.radius !== undefined) headings[units.index] = units.name;
	for (const field of CHOSEN_FIELDS) {
		const chosen = choice[field];
		if (chosen === undefined) continue;
		const [index, another] = written.flatMap((heading, at) => (isSame(heading, chosen) ? [at] : []));
		if (index === undefined || another !== undefined) return undefined;
		headings[index] = field === "radius" ? radiusHeading(chosen) : field;
	}
	return headings;
}

/** Rows that were refused have their reason as another column. */
function isFor(headings: readonly string[], written: readonly string[]): boolean {
	const own = written.filter((heading) => heading !== REASON);
	return own.length === headings.length && own.every((heading, at) => isSame(heading, headings[at] ?? ""));
}

const isSame = (one: string, other: string) => one.trim().normalize() === other.trim().normalize();

/** With the unit that the heading names. */
function radiusHeading(chosen: string): string {
	if (findRadiusFields([chosen]).taken.some(({ isMaybe }) => !isMaybe)) return chosen;
	const [unit, another] = wordsOf(chosen).filter((word) => metersOf(word) !== undefined);
	return unit === undefined || another !== undefined ? "radius" : `radius_${unit}`;
}
