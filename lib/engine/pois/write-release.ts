import { type DuckDb, type DuckDbOptions, literal, withDuckDb } from "@/lib/engine/audience/duckdb";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { poiRows } from "./poi-file";

/** What a release has. */
export interface ReleaseCounts {
	readonly pois: number;
	/** Rows without a name or a position, closed ones, and repeated ids. */
	readonly skipped: number;
	readonly countries: number;
}

/** Letters that Unicode does not decompose, as lib/rules/text/normalize.ts has them. */
const UNDECOMPOSED = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", ħ: "h", ŧ: "t", þ: "th", ı: "i" };

/** Stored in the release itself: a query is folded exactly as its index was. */
const FOLD = `CREATE MACRO release.fold(text) AS trim(regexp_replace(${Object.entries(UNDECOMPOSED).reduce(
	(sql, [letter, plain]) => `replace(${sql}, '${letter}', '${plain}')`,
	"lower(strip_accents(nfc_normalize(text)))",
)}, '[^\\p{L}\\p{N}]+', ' ', 'g'))`;

const NUMBERS = "regexp_extract_all(shape, '-?[0-9]+(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?')";
/** A name without a brand counts as one when so many branches have it. */
const BRANCHES = 3;

/**
 * Converts the files of a release into one DuckDB file: points of interest in the order of country
 * and city, their words in order, and brands, categories and areas with their numbers.
 * @throws InvalidArgumentError when nothing of them can be taken
 */
export function writeRelease(
	options: DuckDbOptions,
	paths: readonly string[],
	outputPath: string,
): Promise<ReleaseCounts> {
	return withDuckDb(options, async (db) => {
		await db.run(`ATTACH ${literal(outputPath)} AS release`);
		await db.run(FOLD);
		const read = await readRows(db, paths);
		await db.run(POIS);
		await db.run("DROP TABLE rows");
		await db.run(WORDS);
		await db.run(TERMS);
		const [counts] = await db.rows("SELECT count(*) AS pois, count(DISTINCT country) AS countries FROM release.pois");
		const pois = Number(counts?.pois ?? 0);
		if (pois === 0) throw new InvalidArgumentError("the release has no point of interest with a name and a position");
		await db.run("DETACH release");
		return { pois, skipped: read - pois, countries: Number(counts?.countries ?? 0) };
	});
}

/** Reads all rows, each with an id and a position, and texts within bounds; returns their number. */
async function readRows(db: DuckDb, paths: readonly string[]): Promise<number> {
	try {
		const source = await poiRows(db, paths);
		await db.run(`CREATE TEMP TABLE rows AS
			SELECT coalesce(${text("id", 200)}, md5(concat_ws('|', name, longitude, latitude, shape))) AS id,
				${text("name", 200)} AS name, ${text("brand", 200)} AS brand,
				replace(list_last(string_split(${text("category", 500)}, ' > ')), '_', ' ') AS category,
				upper(${text("country", 2)}) AS country, ${text("region", 200)} AS region,
				${text("locality", 200)} AS locality, ${text("address", 300)} AS address,
				coalesce(longitude, (list_min(numbers[1:-1:2]) + list_max(numbers[1:-1:2])) / 2) AS longitude,
				coalesce(latitude, (list_min(numbers[2:-1:2]) + list_max(numbers[2:-1:2])) / 2) AS latitude,
				closed IS NULL OR closed IN ('', 'open', 'operational') AS open
			FROM (SELECT *, CASE WHEN shape ILIKE '%point%' THEN ${NUMBERS}[1:2] ELSE ${NUMBERS} END::DOUBLE[] AS numbers
				FROM (${source}))`);
	} catch (error) {
		if (error instanceof InvalidArgumentError) throw error;
		const [line = ""] = (error as Error).message.split("\n");
		// Where the service keeps them is nobody's business.
		const shown = paths.reduce((left, path) => left.replaceAll(literal(path), "upload"), line);
		throw new InvalidArgumentError(`the files cannot be read: ${shown}`);
	}
	const [all] = await db.rows("SELECT count(*) AS n FROM rows");
	return Number(all?.n ?? 0);
}

function text(column: string, length: number): string {
	return `nullif(left(trim(${column}), ${length}), '')`;
}

const USABLE = "open AND name IS NOT NULL AND longitude BETWEEN -180 AND 180 AND latitude BETWEEN -90 AND 90";

/** Ids alone are grouped: grouping whole rows would hold them all in memory. */
const POIS = `CREATE TABLE release.pois AS SELECT (row_number() OVER ())::INTEGER AS n, *,
		release.fold(coalesce(brand, name)) AS brand_key, release.fold(category) AS category_key,
		release.fold(region) AS region_key, release.fold(locality) AS locality_key
	FROM (SELECT * EXCLUDE (open) FROM rows WHERE rowid IN (SELECT min(rowid) FROM rows WHERE ${USABLE} GROUP BY id)
		ORDER BY country, locality, name, id)`;

/** `own`: of the name, the brand or the category; others say where it lies. */
const WORDS = `CREATE TABLE release.words AS SELECT word, n, own
	FROM (SELECT unnest(list_distinct(string_split(release.fold(concat_ws(' ', name, brand, category)), ' '))) AS word,
				n, true AS own FROM release.pois
		UNION ALL SELECT unnest(list_distinct(string_split(release.fold(concat_ws(' ', region, locality)), ' '))), n, false
			FROM release.pois)
	WHERE word <> '' ORDER BY word, n`;

const TERMS = `CREATE TABLE release.terms AS SELECT * FROM (
		SELECT 'brand' AS kind, max(coalesce(brand, name)) AS name, brand_key AS key, NULL AS country, NULL AS region, count(*) AS pois
			FROM release.pois GROUP BY brand_key HAVING count(brand) > 0 OR count(*) >= ${BRANCHES}
		UNION ALL SELECT 'category', max(category), category_key, NULL, NULL, count(*)
			FROM release.pois WHERE category IS NOT NULL GROUP BY category_key
		UNION ALL SELECT 'country', country, lower(country), country, NULL, count(*)
			FROM release.pois WHERE country IS NOT NULL GROUP BY country
		UNION ALL SELECT 'region', max(region), region_key, country, NULL, count(*)
			FROM release.pois WHERE region IS NOT NULL GROUP BY region_key, country
		UNION ALL SELECT 'locality', max(locality), locality_key, country, max(region), count(*)
			FROM release.pois WHERE locality IS NOT NULL GROUP BY locality_key, country, region_key)
	ORDER BY kind, pois DESC, key`;
