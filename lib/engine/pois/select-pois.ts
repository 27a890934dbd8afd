import type {
	FindPoiTerms,
	ListPois,
	PoiMap,
	PointOfInterest,
	PoiQuery,
	PoiTerm,
} from "@/lib/contract/point-of-interest";
import { literal } from "@/lib/engine/audience/duckdb";
import type { ReleaseReader } from "./release-reader";
import { folded, leftOut, radiusOf, selected } from "./selection-sql";

/** Positions of a map; of more, the cells of a grid. */
const MOST_POSITIONS = 5_000;
const CELLS_ACROSS = 60;

/** A page of what a query selects, in the order of country and city, and the number of all. */
export async function listSelected(
	reader: ReleaseReader,
	{ query, limit, offset }: ListPois,
): Promise<{ rows: PointOfInterest[]; total: number }> {
	const [all] = await reader.rows(`SELECT count(*) AS n FROM release.pois WHERE ${selected(query)}`);
	const rows =
		await reader.rows(`SELECT id, name, brand, category, address, locality, region, country, latitude, longitude,
			${radiusOf(query)} AS radius, ${leftOut(query)} AS left_out
		FROM release.pois WHERE ${selected(query)} ORDER BY n LIMIT ${limit} OFFSET ${offset}`);
	return { rows: rows as unknown as PointOfInterest[], total: Number(all?.n ?? 0) };
}

/** The number of selected points of interest, where they lie, and their positions, or cells of a grid. */
export async function mapSelected(reader: ReleaseReader, query: PoiQuery): Promise<PoiMap> {
	const where = `${selected(query)} AND NOT ${leftOut(query)}`;
	const [all] = await reader.rows(`SELECT count(*)::INTEGER AS n, min(longitude) AS west, min(latitude) AS south,
		max(longitude) AS east, max(latitude) AS north FROM release.pois WHERE ${where}`);
	const { n: count = 0, ...edges } = (all ?? {}) as unknown as { n: number } & Record<string, number>;
	const { west = 0, south = 0, east = 0, north = 0 } = edges;
	const clustered = count > MOST_POSITIONS;
	const cell = Math.max(east - west, north - south, 1e-9) / CELLS_ACROSS;
	const rows = await reader.rows(
		clustered
			? `SELECT avg(longitude) AS x, avg(latitude) AS y, max(${radiusOf(query)}) AS r, count(*)::INTEGER AS c
				FROM release.pois WHERE ${where}
				GROUP BY floor((longitude - ${west}) / ${cell}), floor((latitude - ${south}) / ${cell})`
			: `SELECT longitude AS x, latitude AS y, ${radiusOf(query)} AS r, 1 AS c FROM release.pois WHERE ${where}`,
	);
	return {
		count,
		bounds: count === 0 ? null : [west, south, east, north],
		positions: rows.map(({ x, y, r, c }) => [x, y, r, c]) as PoiMap["positions"],
		clustered,
	};
}

/** The geofences of a query as GeoJSON features, and none of more than `most`. */
export async function featuresOf(
	reader: ReleaseReader,
	query: PoiQuery,
	most: number,
): Promise<{ features: unknown[]; count: number }> {
	const where = `${selected(query)} AND NOT ${leftOut(query)}`;
	const [all] = await reader.rows(`SELECT count(*)::INTEGER AS n FROM release.pois WHERE ${where}`);
	const count = Number(all?.n ?? 0);
	if (count > most) return { features: [], count };
	const rows = await reader.rows(
		`SELECT id, name, longitude, latitude, ${radiusOf(query)} AS radius FROM release.pois WHERE ${where} ORDER BY n`,
	);
	const features = rows.map(({ id, name, longitude, latitude, radius }) => ({
		type: "Feature",
		id,
		properties: { name, radius },
		geometry: { type: "Point", coordinates: [longitude, latitude] },
	}));
	return { features, count };
}

/** Brands, categories and areas whose names have a word that begins with `q`, the frequent first. */
export async function findTerms(reader: ReleaseReader, { q, kinds, country, limit }: FindPoiTerms): Promise<PoiTerm[]> {
	const key = folded(q);
	const rows = await reader.rows(`SELECT kind, name, country, region, pois::INTEGER AS poi_count FROM release.terms
		WHERE kind IN (${kinds.map(literal).join(", ")})
			${country === undefined ? "" : `AND (country IS NULL OR kind = 'country' OR country = ${literal(country)})`}
			${q === "" ? "" : `AND (starts_with(key, ${key}) OR contains(key, ' ' || ${key}))`}
		ORDER BY ${q === "" ? "" : `key = ${key} DESC, starts_with(key, ${key}) DESC, `}pois DESC, key LIMIT ${limit}`);
	return rows as unknown as PoiTerm[];
}
