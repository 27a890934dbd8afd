import { literal } from "@/lib/engine/audience/duckdb";
import type { ReleaseReader } from "./release-reader";
import { folded } from "./selection-sql";

/** Shorter words match a part of the world: they count as whole words. */
const SHORTEST_PREFIX = 3;
const MOST_WORDS = 6;

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

const byOneWord = (word: string, limit: number) =>
	`SELECT DISTINCT n FROM (SELECT n FROM release.words WHERE ${beginning(word)} AND own ORDER BY word, n LIMIT ${4 * limit}) LIMIT ${limit}`;

const byWords = (words: readonly string[], limit: number) => `SELECT n FROM (
		${words.map((word, index) => `SELECT n, own, ${index} AS part FROM release.words WHERE ${beginning(word)}`).join(" UNION ALL ")})
	GROUP BY n HAVING count(DISTINCT part) = ${words.length} AND bool_or(own) ORDER BY n LIMIT ${limit}`;
