import { literal } from "@/lib/engine/audience/duckdb";
import type { ReleaseReader } from "./release-reader";
import { folded } from "./selection-sql";

/** Shorter words match a part of the world: they count as whole words. */
const SHORTEST_PREFIX = 3;
const MOST_WORDS = 6;
/** Of a word that a part of the world has, some rows are looked at. */
const MOST_CANDIDATES = 50_000;

/** A point of interest, as a search finds it. */
export interface FoundPoi {
	readonly name: string;
	readonly category: string | null;
	readonly address: string | null;
	readonly locality: string | null;
	readonly region: string | null;
	readonly country: string | null;
	readonly latitude: number;
	readonly longitude: number;
}

/**
 * Points of interest of which every word of `q` begins a word, one at least of the name, the brand
 * or the category; others also of the region or city. Case and accents do not count.
 */
export async function searchPois(reader: ReleaseReader, q: string, limit: number): Promise<FoundPoi[]> {
	const words = await wordsOf(reader, q);
	if (!words.some((word) => word.length >= SHORTEST_PREFIX)) return [];
	const found = await reader.rows(words.length === 1 ? byOneWord(words[0] as string, limit) : byWords(words, limit));
	if (found.length === 0) return [];
	// By their numbers, which are in order: few parts of the table are read.
	const rows = await reader.rows(`SELECT name, category, address, locality, region, country, latitude, longitude
		FROM release.pois WHERE n IN (${found.map(({ n }) => String(n)).join(", ")}) ORDER BY length(name), n`);
	return rows as unknown as FoundPoi[];
}

async function wordsOf(reader: ReleaseReader, q: string): Promise<string[]> {
	const [row] = await reader.rows(`SELECT ${folded(q)} AS words`);
	return [...new Set(String(row?.words ?? "").split(" "))].filter((word) => word !== "").slice(0, MOST_WORDS);
}

/** Every word that begins so lies in one range of the ordered words. */
const beginning = (word: string) =>
	word.length < SHORTEST_PREFIX
		? `word = ${literal(word)}`
		: `word >= ${literal(word)} AND word < ${literal(word)} || chr(1114111)`;

/** Without an order, which would read all rows of a frequent beginning: the rows are in order already. */
const byOneWord = (word: string, limit: number) =>
	`SELECT DISTINCT n FROM (SELECT n FROM release.words WHERE ${beginning(word)} AND own LIMIT ${4 * limit}) LIMIT ${limit}`;

/**
 * The longest word, mostly the rarest, gives the candidates; only those are looked for among the
 * rows of the others, which may be a part of the whole release.
 */
function byWords(words: readonly string[], limit: number): string {
	const [rarest = "", ...others] = [...words].sort((a, b) => b.length - a.length);
	const hits = others.map(
		(word, index) => `UNION ALL SELECT n, own, ${2 << index} FROM release.words
			WHERE ${beginning(word)} AND n IN (SELECT n FROM candidates)`,
	);
	return `WITH candidates AS MATERIALIZED (SELECT n, own FROM release.words WHERE ${beginning(rarest)} LIMIT ${MOST_CANDIDATES}),
			hits AS (SELECT n, own, 1 AS part FROM candidates ${hits.join(" ")})
		SELECT n FROM hits GROUP BY n HAVING bit_or(part) = ${(1 << words.length) - 1} AND bool_or(own) ORDER BY n LIMIT ${limit}`;
}
