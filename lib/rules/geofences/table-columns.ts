import type { FoundColumns } from "@/lib/rules/documents/read-table";
import { unmarkedText } from "@/lib/rules/text/csv-row";
import { REASON } from "./further-properties";
import { findRadiusFields, type RadiusFields, wordsOf } from "./radius-fields";

/** Where a table has its geofences. */
export interface GeofenceColumns {
	/** The columns of latitude and longitude. */
	point: { latitude: number; longitude: number } | undefined;
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

/** Words beside a coordinate that say how it is written, which every table here does. */
const FILLERS = ["in", "deg", "degree", "degrees", "decimal", "dd", "wgs", "wgs84", "84", "epsg", "4326", "gps"];
const WKT = ["wkt", "geometry", "geom", "the_geom", "wkt_geom", "geog", "geography", "shape"];
/** Words at the end of another heading that can mean nothing else: `polygon_wkt`. */
const SHAPE_WORDS = ["wkt", "ewkt", "wkb", "ewkb", "geojson"];

const COORDINATES = {
	latitude: { words: ["lat", "latitude"], last: [], letter: "y" },
	// Other headings begin with `long`, such as `long name`.
	longitude: { words: ["lon", "lng", "longitude"], last: ["long"], letter: "x" },
} as const;

type Coordinate = keyof typeof COORDINATES;

/**
 * How well a heading names a coordinate: 1 alone, 2 with other words, 3 by a letter; 0 not at all.
 */
function rankOf(heading: string, coordinate: Coordinate): number {
	const { words, last, letter } = COORDINATES[coordinate];
	const own = wordsOf(heading).filter((word) => !FILLERS.includes(word));
	const isName = (word: string | undefined) => [...words, ...last].includes(word as never);
	if (own.length === 1) return isName(own[0]) ? 1 : own[0] === letter ? 3 : 0;
	return own.some((word) => words.includes(word as never)) || last.includes(own.at(-1) as never) ? 2 : 0;
}

/** The column that names a coordinate best; null where several do equally well. */
function bestOf(headings: readonly string[], coordinate: Coordinate): number | null | undefined {
	const other = coordinate === "latitude" ? "longitude" : "latitude";
	// A heading of both is not read by the right delimiter.
	const ranks = headings.map((heading) => (rankOf(heading, other) > 0 ? 0 : rankOf(heading, coordinate)));
	const best = [1, 2, 3].find((rank) => ranks.includes(rank));
	if (best === undefined) return undefined;
	return ranks.filter((rank) => rank === best).length > 1 ? null : ranks.indexOf(best);
}

/** The column called one of the names; null where several are. */
function called(headings: readonly string[], names: readonly string[]): number | null | undefined {
	const places = headings.flatMap((heading, index) => (names.includes(heading.trim().toLowerCase()) ? [index] : []));
	return places.length > 1 ? null : places[0];
}

/**
 * Finds the columns of geofences by the words of their headings, in any order and case. All others
 * are further properties.
 */
export function findGeofenceColumns(written: readonly string[]): FoundColumns<GeofenceColumns> {
	const headings = written.map((heading) => (heading.trim().startsWith(PROPERTY) ? "" : heading));
	const latitude = bestOf(headings, "latitude");
	const longitude = bestOf(headings, "longitude");
	const shape = called(headings, WKT);
	const wkt = shape === undefined ? shapeOf(headings) : shape;
	const found = [latitude, longitude].filter((place) => place !== undefined).length;
	const name = called(headings, ["name"]);
	const places = { latitude, longitude, name, ...(wkt === null ? { geometry: wkt } : {}) };
	const twice = Object.entries(places).find(([, place]) => place === null)?.[0];
	if (twice !== undefined) return { problem: `it has the column ${twice} twice`, found };
	const point = typeof latitude === "number" && typeof longitude === "number" ? { latitude, longitude } : undefined;
	if (point === undefined && typeof wkt !== "number") {
		return { problem: `${latitude === undefined ? "latitude" : "longitude"} is missing`, found };
	}
	const radius = findRadiusFields(headings);
	const columns = { point, wkt: wkt ?? undefined, radius, name: name ?? undefined, id: idOf(headings) };
	const coordinates = [latitude, longitude];
	const used = new Set([...coordinates, columns.wkt, columns.name, columns.id, ...radius.unmistakable]);
	for (const { index } of radius.taken) used.add(index);
	const further = written.flatMap((heading, index) => {
		const own = unmarkedText(heading.trim());
		const name = own.startsWith(PROPERTY) ? own.slice(PROPERTY.length) : own;
		return used.has(index) || own === "" || own === REASON ? [] : [{ name, index }];
	});
	return { columns: { ...columns, further } };
}

/** The only column whose heading ends with a word for shapes. */
function shapeOf(headings: readonly string[]): number | undefined {
	const [only, ...others] = headings.flatMap((heading, index) =>
		SHAPE_WORDS.includes(wordsOf(heading).at(-1) ?? "") ? [index] : [],
	);
	return others.length === 0 ? only : undefined;
}

/** The column `id`, or the one that is called so in other letters. */
function idOf(headings: readonly string[]): number | undefined {
	const exact = headings.findIndex((heading) => heading.trim() === "id");
	return exact >= 0 ? exact : (called(headings, ["id"]) ?? undefined);
}

/** The heading of a further property beside `headings`, as `findGeofenceColumns` reads it again. */
export function headingOf(name: string, headings: readonly string[]): string {
	const found = name.startsWith(PROPERTY) ? undefined : findGeofenceColumns([...headings, name]);
	const alone = found !== undefined && "columns" in found && found.columns.further.at(-1)?.index === headings.length;
	return alone ? name : `${PROPERTY}${name}`;
}
