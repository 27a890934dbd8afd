import type { FoundColumns } from "@/lib/rules/documents/read-table";
import { unmarkedText } from "@/lib/rules/text/csv-row";
import { foldText } from "@/lib/rules/text/normalize";
import { type ColumnChoice, headingsBy } from "./column-choice";
import { REASON } from "./further-properties";
import * as words from "./heading-words";
import { findRadiusFields, type RadiusFields } from "./radius-fields";

/** Where a table has its geofences. */
export interface GeofenceColumns {
	/** The columns of latitude and longitude. */
	point: { latitude: number; longitude: number } | undefined;
	/** The column of both, where there are neither those nor shapes. */
	position: number | undefined;
	/** What `O` stands for beside these headings. */
	o: "E" | "W" | undefined;
	/** The column of shapes: well-known text or binary, or GeoJSON. */
	wkt: number | undefined;
	radius: RadiusFields;
	name: number | undefined;
	id: number | undefined;
	/** All others, which are further properties. */
	further: readonly { name: string; index: number }[];
}

/** Before a heading that would otherwise name another column: `property:lat`. */
const PROPERTY = "property:";

/** The columns that a table of geofences needs, in words. */
export const GEOFENCE_COLUMNS = "latitude and longitude, or WKT (wkt, geometry)";

const WKT = ["wkt", "geometry", "geom", "the_geom", "wkt_geom", "geog", "geography", "shape"];
/** Words at the end of another heading that can mean nothing else: `polygon_wkt`. */
const SHAPE_WORDS = ["wkt", "ewkt", "wkb", "ewkb", "geojson"];

/** A heading of two words that another character would part is not read by the right delimiter. */
const PAIR = /^[\p{L}\p{N}\s,/_&()°.-]+$/u;

const COORDINATES = {
	latitude: { words: words.LATITUDE, last: "lat", size: words.WIDTH, letter: "y" },
	// Other headings begin with `long`, such as `long name`.
	longitude: { words: words.LONGITUDE, last: "long", size: words.LENGTH, letter: "x" },
} as const;

type Coordinate = keyof typeof COORDINATES;

/**
 * How well a heading names a coordinate: 1 alone, 2 with other words, 3 by a word that may also be a
 * size, 4 by a letter; 0 not at all.
 */
function rankOf(heading: string, coordinate: Coordinate): number {
	const { words: names, last, size, letter } = COORDINATES[coordinate];
	const own = words.wordsOf(heading).filter((word) => !words.COORDINATE_FILLERS.has(word));
	const [only = "", ...others] = own;
	if (others.length === 0) return names.has(only) || only === last ? 1 : size.has(only) ? 3 : only === letter ? 4 : 0;
	return own.some((word) => names.has(word)) || own.at(-1) === last ? 2 : 0;
}

/** The column that names a coordinate best; null where several do equally well. */
function bestOf(headings: readonly string[], coordinate: Coordinate): number | null | undefined {
	const other = coordinate === "latitude" ? "longitude" : "latitude";
	// A heading of both is not read by the right delimiter.
	const ranks = headings.map((heading) => (rankOf(heading, other) > 0 ? 0 : rankOf(heading, coordinate)));
	const best = [1, 2, 3, 4].find((rank) => ranks.includes(rank));
	if (best === undefined) return undefined;
	return ranks.filter((rank) => rank === best).length > 1 ? null : ranks.indexOf(best);
}

/** The column called one of the names; null where several are. */
function called(headings: readonly string[], names: readonly string[]): number | null | undefined {
	const places = headings.flatMap((heading, index) => (names.includes(heading.trim().toLowerCase()) ? [index] : []));
	return places.length > 1 ? null : places[0];
}

/**
 * Finds the columns of geofences by the first choice for a table of exactly these headings, else by
 * the words of the headings, in any order and case, or else by the first other choice that fits. All
 * others are further properties.
 */
export function findGeofenceColumns(
	written: readonly string[],
	choices: readonly ColumnChoice[] = [],
): FoundColumns<GeofenceColumns> {
	const own = findBy(
		written.map((heading) => (heading.trim().startsWith(PROPERTY) ? "" : heading)),
		written,
	);
	const isExact = ({ headings }: ColumnChoice) => headings !== undefined;
	const exact = foundBy(choices.filter(isExact), written);
	if (exact !== undefined || "columns" in own) return exact ?? own;
	return foundBy(choices, written) ?? own;
}

/** The columns by the first of the choices that fits. */
function foundBy(
	choices: readonly ColumnChoice[],
	written: readonly string[],
): FoundColumns<GeofenceColumns> | undefined {
	for (const choice of choices) {
		const headings = headingsBy(choice, written);
		const found = headings === undefined ? undefined : findBy(headings, written, choice.ignored);
		if (found !== undefined && "columns" in found) return found;
	}
	return undefined;
}

/**
 * @param headings those that say something
 * @param ignored those of columns that are left out
 */
function findBy(
	headings: readonly string[],
	written: readonly string[],
	ignored: readonly string[] = [],
): FoundColumns<GeofenceColumns> {
	const latitude = bestOf(headings, "latitude");
	const longitude = bestOf(headings, "longitude");
	const shape = called(headings, WKT);
	const wkt = shape === undefined ? shapeOf(headings) : shape;
	const name = called(headings, ["name"]) ?? onlyOf(headings, words.NAME);
	const places = { latitude, longitude, name: called(headings, ["name"]), ...(wkt === null ? { geometry: wkt } : {}) };
	const twice = Object.entries(places).find(([, place]) => place === null)?.[0];
	const found = [latitude, longitude].filter((place) => place !== undefined).length;
	if (twice !== undefined) return { problem: `it has the column ${twice} twice`, found };
	const point = typeof latitude === "number" && typeof longitude === "number" ? { latitude, longitude } : undefined;
	const position = point === undefined && wkt === undefined ? positionOf(headings) : undefined;
	if (point === undefined && typeof wkt !== "number" && position === undefined) {
		return { problem: `${latitude === undefined ? "latitude" : "longitude"} is missing`, found };
	}
	const radius = findRadiusFields(headings);
	const own = { point, position, wkt: wkt ?? undefined, name, id: idOf(headings) };
	const o = words.meaningOfO(written);
	const kept = written.map((heading) => (ignored.includes(heading.trim()) ? "" : heading));
	return { columns: { ...own, o, radius, further: furtherOf(kept, { ...own, radius }) } };
}

/** All columns that hold nothing else. */
function furtherOf(
	written: readonly string[],
	{ point, position, wkt, name, id, radius }: Omit<GeofenceColumns, "further" | "o">,
): GeofenceColumns["further"] {
	const used = new Set([point?.latitude, point?.longitude, position, wkt, name, id, ...radius.unmistakable]);
	for (const { index, isMaybe } of radius.taken) if (!isMaybe) used.add(index);
	return written.flatMap((heading, index) => {
		const own = unmarkedText(heading.trim());
		const name = own.startsWith(PROPERTY) ? own.slice(PROPERTY.length) : own;
		return used.has(index) || own === "" || own === REASON ? [] : [{ name, index }];
	});
}

/** The only column of both coordinates, by its words: `GPS-Koordinaten`, `Lat/Lng`. */
function positionOf(headings: readonly string[]): number | undefined {
	const isPosition = (heading: string) => {
		const own = words.wordsOf(heading);
		const named = own.filter((word) => !words.COORDINATE_FILLERS.has(word));
		const isPair =
			PAIR.test(heading) && named.length === 2 && rankOf(heading, "latitude") > 0 && rankOf(heading, "longitude") > 0;
		const isWhole = own.every((word) => words.POSITION.has(word) || words.POSITION_FILLERS.has(word));
		return isPair || (isWhole && own.some((word) => words.POSITION.has(word)));
	};
	return onlyIndex(headings, isPosition);
}

/** The only column called one of the words. */
const onlyOf = (headings: readonly string[], names: ReadonlySet<string>): number | undefined =>
	onlyIndex(headings, (heading) => names.has(foldText(heading.trim())));

function onlyIndex(headings: readonly string[], fits: (heading: string) => boolean): number | undefined {
	const [only, ...others] = headings.flatMap((heading, index) => (fits(heading) ? [index] : []));
	return others.length === 0 ? only : undefined;
}

/** The only column whose heading ends with a word for shapes. */
const shapeOf = (headings: readonly string[]): number | undefined =>
	onlyIndex(headings, (heading) => SHAPE_WORDS.includes(words.wordsOf(heading).at(-1) ?? ""));

/** The column `id`, or the one that is called so in other letters or another language. */
function idOf(headings: readonly string[]): number | undefined {
	const exact = headings.findIndex((heading) => heading.trim() === "id");
	return exact >= 0 ? exact : (called(headings, ["id"]) ?? onlyOf(headings, words.ID));
}

/** The heading of a further property beside `headings`, as `findGeofenceColumns` reads it again. */
export function headingOf(name: string, headings: readonly string[]): string {
	const found = name.startsWith(PROPERTY) ? undefined : findGeofenceColumns([...headings, name]);
	const alone = found !== undefined && "columns" in found && found.columns.further.at(-1)?.index === headings.length;
	return alone ? name : `${PROPERTY}${name}`;
}
