import { InvalidStateError } from "@/lib/rules/errors";
import { isCircle } from "@/lib/rules/geofences/covers";
import { furtherProperties } from "@/lib/rules/geofences/further-properties";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { headingOf } from "@/lib/rules/geofences/table-columns";
import { writeWkt } from "@/lib/rules/geofences/write-wkt";
import type { CsvValue } from "@/lib/rules/text/csv-row";
import { readGeofences } from "./chunks";
import { takingTurns } from "./in-turns";

/** Shapes stand before all texts: after a line break in a text a row may go on for 64 kB alone. */
const COLUMNS = ["id", "latitude", "longitude", "radius", "wkt", "name"];
/** Columns of properties; each geofence of a set may have others. */
const MOST_PROPERTIES = 200;

/** A set as a table that an import reads again. */
export interface GeofenceTable {
	readonly columns: readonly string[];
	readonly rows: AsyncGenerator<CsvValue[]>;
}

/**
 * Makes a table of stored geofences, one chunk in memory: circles by their middle and radius, areas
 * as well-known text, and a column for each further property. Reads the chunks twice, first for the
 * columns, and yields to other work in between.
 * @throws InvalidStateError for more properties than a table has columns for
 */
export async function geofenceTable(chunks: () => AsyncIterable<Uint8Array>): Promise<GeofenceTable> {
	const names = await propertyNames(chunks());
	const columns = [...COLUMNS, ...names.map((name) => headingOf(name, COLUMNS))];
	return { columns, rows: rowsOf(chunks(), names) };
}

async function propertyNames(chunks: AsyncIterable<Uint8Array>): Promise<string[]> {
	const names = new Set<string>();
	const turn = takingTurns();
	for await (const geofence of readGeofences(chunks)) {
		for (const [name] of furtherProperties(geofence)) names.add(name);
		if (names.size > MOST_PROPERTIES) {
			throw new InvalidStateError(
				`the geofences of the set have more than ${MOST_PROPERTIES} different properties, too many for a table: export them as GeoJSON`,
			);
		}
		await turn();
	}
	return [...names];
}

async function* rowsOf(chunks: AsyncIterable<Uint8Array>, names: readonly string[]): AsyncGenerator<CsvValue[]> {
	const turn = takingTurns();
	for await (const geofence of readGeofences(chunks)) {
		yield rowOf(geofence, names);
		await turn();
	}
}

function rowOf(geofence: Geofence, names: readonly string[]): CsvValue[] {
	const [longitude, latitude, radius] = isCircle(geofence)
		? [...geofence.geometry.coordinates, geofence.properties.radius]
		: [null, null, null];
	const further = new Map(furtherProperties(geofence));
	const values = names.map((name) => {
		const value = further.get(name);
		return typeof value === "number" ? value : value === undefined ? null : String(value);
	});
	return [
		geofence.id ?? null,
		latitude,
		longitude,
		radius,
		writeWkt(geofence),
		geofence.properties.name ?? null,
		...values,
	];
}
