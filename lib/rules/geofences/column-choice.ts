import { wordsOf } from "./heading-words";
import { metersOf } from "./lengths";
import { findRadiusFields } from "./radius-fields";

/** What a column of geofences can hold, by the heading that says so. */
export const CHOSEN_FIELDS = ["latitude", "longitude", "coordinates", "wkt", "radius", "name", "id"] as const;
export type ChosenField = (typeof CHOSEN_FIELDS)[number];

/** The headings of columns, as people named them where the headings do not say it. */
export type ColumnChoice = Readonly<Partial<Record<ChosenField, string | undefined>>>;

/** Whether a choice has what a geofence needs. */
export const isWholeChoice = ({ latitude, longitude, coordinates, wkt }: ColumnChoice): boolean =>
	(latitude !== undefined && longitude !== undefined) || coordinates !== undefined || wkt !== undefined;

/**
 * The headings as they would be read by themselves: chosen ones by what they hold, and all others
 * without a meaning. Undefined where a chosen heading is missing, or stands there twice.
 */
export function headingsBy(choice: ColumnChoice, written: readonly string[]): string[] | undefined {
	const headings = written.map(() => "");
	for (const field of CHOSEN_FIELDS) {
		const chosen = choice[field];
		if (chosen === undefined) continue;
		const [index, another] = written.flatMap((heading, at) => (isSame(heading, chosen) ? [at] : []));
		if (index === undefined || another !== undefined) return undefined;
		headings[index] = field === "radius" ? radiusHeading(chosen) : field;
	}
	return headings;
}

const isSame = (one: string, other: string) => one.trim().normalize() === other.trim().normalize();

/** With the unit that the heading names. */
function radiusHeading(chosen: string): string {
	if (findRadiusFields([chosen]).taken.some(({ isMaybe }) => !isMaybe)) return chosen;
	const [unit, another] = wordsOf(chosen).filter((word) => metersOf(word) !== undefined);
	return unit === undefined || another !== undefined ? "radius" : `radius_${unit}`;
}
